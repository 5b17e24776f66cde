/** What governance says of one step with exactly its arguments. Only `approved` opens the door. */
export type Verdict =
  | {
      readonly type: "approved";
      /** Who was asked: the policies' file names, or the governance agent. */
      readonly by: string;
      readonly checkId?: string;
      readonly token?: string;
      /** UTC milliseconds; after it the step must be checked again. */
      readonly expiresAt?: number;
      /** Ids of the consents that it rests on. */
      readonly consents?: readonly string[];
      readonly notes: readonly string[];
    }
  | { readonly type: "denied"; readonly by: string; readonly reasons: readonly string[] }
  | { readonly type: "conditions"; readonly by: string; readonly conditions: readonly Condition[] }
  | { readonly type: "escalated"; readonly by: string; readonly reasons: readonly string[] }
  | {
      readonly type: "held";
      readonly by: string;
      readonly reasons: readonly string[];
      /** The governance agent's task in which its own people decide. */
      readonly reviewTask?: string;
    };

/** What must change before the step may be asked about again. `field` is a path such as `packages[0].budget`. */
export interface Condition {
  readonly field: string;
  readonly requiredValue: unknown;
  readonly reason: string;
}
