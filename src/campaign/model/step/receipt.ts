import type { BuyCheck } from "./buy-change.ts";

/** What an agent answered to a step. */
export interface Receipt {
  readonly stepId: string;
  /** done: it holds; pending: the agent works on it under `taskId`. */
  readonly status: "done" | "pending";
  readonly taskId?: string;
  /** `taskId` is the wire's own, not the agent's: it is asked after over the wire. */
  readonly overWire?: true;
  /** True where the agent had already done it and gave its first answer again. */
  readonly replayed: boolean;
  /** What was odd about the answer, in plain words. */
  readonly notes?: readonly string[];
  /** How the buy that was ordered was read back. */
  readonly check?: BuyCheck;
  /** The buy that was named was another campaign's of this ledger before. */
  readonly isOthers?: true;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What opens an activated signal at a seller. Visible to its owner alone: sent in targeting, never shown in reports. */
export type ActivationKey =
  | { readonly type: "segment_id"; readonly segment_id: string }
  | { readonly type: "key_value"; readonly key: string; readonly value: string };

/** How the activation of a seller's signal ended: usable in its packages' targeting, or the seller's buys go without it. */
export type Activation =
  | {
      readonly sellerId: string;
      readonly signalId: string;
      readonly result: "live";
      readonly key: ActivationKey;
    }
  | {
      readonly sellerId: string;
      readonly signalId: string;
      readonly result: "without";
      readonly reason: string;
    };

/** What a creative agent showed of a creative that it built. */
export interface Preview {
  /** The step that built it. */
  readonly stepId: string;
  readonly result: "shown" | "failed";
  readonly urls: readonly string[];
  /** UTC, ISO 8601; after it the addresses show nothing. */
  readonly expiresAt?: string;
  /** Why there is none, in plain words. */
  readonly reason?: string;
}
