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
