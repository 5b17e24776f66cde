import { z } from "zod";
import type { Question } from "../model.ts";

export const fitAspects = ["audience", "surroundings", "objective"] as const;
export type FitAspect = (typeof fitAspects)[number];

export const fitLevels = ["strong", "some", "none", "unclear"] as const;
export type FitLevel = (typeof fitLevels)[number];

/** A piece of a seller's text; the model knows it by `id` and can only point at it. */
export interface Phrase {
  readonly id: string;
  readonly text: string;
}

export interface ProductToRead {
  /** What the campaign asks for, without its budget. */
  readonly asked: string;
  /** At least one; without the seller's name and without prices. */
  readonly phrases: readonly Phrase[];
}

export type ProductJudgements = Readonly<
  Record<FitAspect, { readonly fit: FitLevel; readonly phrase: string | null }>
>;

/** Asks how well one product's own words fit a campaign: a level for each aspect and the phrase that shows it. */
export const readProduct: Question<ProductToRead, ProductJudgements> = {
  prompt: "read-product.v1",
  values: ({ asked, phrases }) => ({
    brief: asked,
    product: phrases.map(({ id, text }) => `${id}: ${text}`).join("\n"),
  }),
  schema: ({ phrases }) => {
    const judgement = z
      .strictObject({ fit: z.enum(fitLevels), phrase: z.enum(phrases.map(({ id }) => id)).nullable() })
      .refine(({ fit, phrase }) => phrase !== null || fit === "none" || fit === "unclear", {
        message: "it claims a fit and shows no phrase for it",
      });
    return z.strictObject({ audience: judgement, surroundings: judgement, objective: judgement });
  },
};
