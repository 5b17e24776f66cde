import { z } from "zod";
import type { Described } from "../../lib/described.ts";
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

const quotes = z.array(z.string());

/** One value of a field, as it is written there, with the words of the text that it rests on. */
const proposedValue = z.strictObject({
  field: z.enum(proposedFields),
  value: z.string(),
  quotes,
  how: z.enum(ways),
  ruled_out: z.boolean(),
});
export type ProposedValue = Described<typeof proposedValue>;

/** What the text leaves undecided. */
const openField = proposedValue.pick({ field: true, quotes: true });

export interface ProposedBrief {
  readonly values: readonly ProposedValue[];
  readonly open: readonly Described<typeof openField>[];
  readonly spans: Readonly<Record<string, SpanRole>>;
}

export interface BriefToPropose extends MarkedText {
  /** ISO date: years that the text leaves out come after it. */
  readonly today: string;
}

/** Asks for every value of a brief with verbatim quotes. Nothing of the answer is believed: code proves each value or asks. */
export const proposeBrief: Question<BriefToPropose, ProposedBrief> = {
  prompt: "propose-brief.v2",
  values: ({ today, ...text }) => ({ today, brief: marked(text) }),
  schema: ({ spans }) =>
    z.strictObject({
      values: z.array(proposedValue),
      open: z.array(openField),
      spans: rolesOf(spans),
    }),
};
