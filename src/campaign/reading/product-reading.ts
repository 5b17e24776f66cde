import type { FitAspect, FitLevel } from "../../llm/questions/read-product.ts";

/**
 * What a model made of one product's words. It is shown beside the ranking: no score, gate, amount or step is made of it,
 * and an import rule proves that.
 */
export interface ProductReading {
  readonly sellerId: string;
  readonly productId: string;
  readonly aspects: readonly AspectReading[];
  /** Model, prompt and the beginning of the prompt file's SHA-256: `gpt-5-mini/read-product.v1@0a1b2c3d4e5f`. */
  readonly by: string;
}

export interface AspectReading {
  readonly aspect: FitAspect;
  readonly fit: FitLevel;
  /** Seller's words, found by code where the model pointed: untrusted text, shown and never acted on. */
  readonly quote?: string;
}
