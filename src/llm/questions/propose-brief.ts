import { z } from "zod";
import type { Question } from "../model.ts";
import { type MarkedText, marked, rolesOf, type SpanRole } from "./marked-text.ts";

/** The fields of a brief that a model may propose values for. */
export const proposedFields = [
  "brand",
  "objective",
  "budget",
  "flight",
  "flights",
  "countries",
  "regions",
  "cities",
  "channels",
  "kpi",
  "excluded_sellers",
  "only_sellers",
  "fees",
  "max_cpm",
  "channel_shares",
  "country_shares",
  "max_share_per_seller",
  "min_sellers",
  "max_sellers",
  "frequency_cap",
  "viewability",
  "demographics",
  "content_avoid",
  "audience",
  "languages",
  "pacing",
  "dayparts",
] as const;
export type ProposedField = (typeof proposedFields)[number];

/** How a value follows from its quotes. */
const ways = ["verbatim", "computed", "synonym"] as const;

/** One value of a field, as it is written there, with the words of the text that it rests on. */
export interface ProposedValue {
  readonly field: ProposedField;
  readonly value: string;
  readonly quotes: readonly string[];
  readonly how: (typeof ways)[number];
  readonly ruled_out: boolean;
}

export interface ProposedBrief {
  readonly values: readonly ProposedValue[];
  /** What the text leaves undecided. */
  readonly open: readonly { readonly field: ProposedField; readonly quotes: readonly string[] }[];
  readonly spans: Readonly<Record<string, SpanRole>>;
}

export interface BriefToPropose extends MarkedText {
  /** ISO date: years that the text leaves out come after it. */
  readonly today: string;
}

const quotes = z.array(z.string());

/** Asks for every value of a brief with verbatim quotes. Nothing of the answer is believed: code proves each value or asks. */
export const proposeBrief: Question<BriefToPropose, ProposedBrief> = {
  prompt: "propose-brief.v2",
  values: ({ today, ...text }) => ({ today, brief: marked(text) }),
  schema: ({ spans }) =>
    z.strictObject({
      values: z.array(
        z.strictObject({
          field: z.enum(proposedFields),
          value: z.string(),
          quotes,
          how: z.enum(ways),
          ruled_out: z.boolean(),
        }),
      ),
      open: z.array(z.strictObject({ field: z.enum(proposedFields), quotes })),
      spans: rolesOf(spans),
    }),
};
