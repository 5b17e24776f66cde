import type { JsonObject } from "../../lib/json-object.ts";
import type { Money } from "../../lib/money.ts";
import { channels } from "../../protocol/records/product.ts";
import type { Brief, Question } from "../brief.ts";
import { percent } from "../file/amount.ts";
import { withValueAt } from "../file/at-path.ts";
import { briefFileSchema, longestUnread } from "../file/brief-schema.ts";
import { camelCase, writeValues } from "../file/codec.ts";
import { readFields } from "./brief-file.ts";
import { type DraftBrief, partsOf } from "./draft.ts";

export type DraftResult =
  | { readonly type: "brief"; readonly brief: Brief; readonly draft: DraftBrief }
  | { readonly type: "open"; readonly draft: DraftBrief; readonly questions: readonly Question[] };

/**
 * The brief that the draft's brief.yaml describes, its questions included; never one with a value made up to fill a gap. What the
 * file would be refused for is a question too.
 */
export function draftToBrief(draft: DraftBrief): DraftResult {
  const { questions } = draft;
  const reading = readFields({ ...fieldsOf(draft), questions });
  if (reading.type === "brief") return { type: "brief", brief: reading.brief, draft };
  const refused = reading.problems.filter(({ missing }) => missing === undefined);
  return {
    type: "open",
    draft,
    questions: [
      ...questions,
      ...refused.map(({ field, message }) => ({ field, text: `${field} ${message}` })),
    ],
  };
}

/** The fields of a draft as they are written in a brief.yaml, without those that nothing was read for. */
export function fieldsOf(draft: DraftBrief): JsonObject {
  const { viewability, maxSharePerSeller, minGuaranteedShare } = draft;
  const flight = (draft.flightStart ?? draft.flightEnd) && { start: null, end: null };
  const digits = digitsFor(draft.budget?.value);
  const inBrief: JsonObject = {
    anyChannel: draft.anyChannel && [],
    flights: draft.flights.map(({ value: { share, ...days } }) => ({
      ...days,
      ...(share !== undefined && { share: percent(share, Math.round, digits + 1) }),
    })),
    channelFlights: Object.fromEntries(draft.channelFlights.map(({ value: { of, ...days } }) => [of, days])),
    viewability: viewability && { ...viewability.value, atLeast: percent(viewability.value.atLeast) },
    fees: draft.fees.map(({ value: { share, ...fee } }) => ({
      ...fee,
      ...(share !== undefined && { share: percent(share) }),
    })),
    maxSharePerSeller: maxSharePerSeller && percent(maxSharePerSeller.value, Math.floor),
    minGuaranteedShare: minGuaranteedShare && percent(minGuaranteedShare.value),
    channelShares: byName(draft.channelShares, digits),
    countryShares: byName(draft.countryShares, digits),
  };
  const values = partsOf(draft)
    .filter(({ found }) => [found].flat().length > 0)
    .reduce<unknown>(
      (brief, { part, field, found }) => {
        const value = "value" in found ? found.value : found.map((one) => one.value);
        return withValueAt(brief, field.split(".").map(camelCase), inBrief[part] ?? value);
      },
      { flight, ...(draft.untaken.length > 0 && { unread: unreadIn(draft) }) },
    );
  const excluded = excludedIn(draft);
  const whole = excluded.length > 0 ? withValueAt(values, ["limits", "excludedChannels"], excluded) : values;
  return writeValues(briefFileSchema, whole);
}

/** Channels that are ruled out and in no question. */
function excludedIn({ ruledOut, questions }: DraftBrief): string[] {
  const asked = questions.filter(({ field }) => field === "channels").map(({ text }) => text);
  return channels.filter(
    (channel) =>
      ruledOut.some(({ value }) => value === channel) &&
      !asked.some((text) => new RegExp(`\\b${channel}\\b`).test(text)),
  );
}

/** What of the text no field holds, but not what is written to a machine; passages as long as a brief.yaml takes them. */
function unreadIn({ untaken }: DraftBrief): string[] {
  const passages = new RegExp(`.{1,${longestUnread}}`, "gu");
  return untaken
    .filter(({ why }) => why !== "order")
    .flatMap(({ text }) => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ").match(passages) ?? [])
    .map((passage) => passage.trim())
    .filter((passage) => passage !== "");
}

/** Decimals of a percentage between whose ends no two amounts of a budget lie, so that EUR 23,333 of 60,000 come back to the cent. */
function digitsFor(budget: Money | undefined): number {
  return Math.max(2, (budget === undefined ? 0 : String(budget.minor).length) - 2);
}

/** A share that has no end in decimals lies between its bounds: a third is at least 33.33% and at most 33.34%. */
function byName(shares: DraftBrief["channelShares"], digits: number): JsonObject {
  return Object.fromEntries(
    shares.map(({ value: { of, min, max } }) => {
      const up = min === max ? Math.ceil : Math.floor;
      return [
        of,
        {
          ...(min !== undefined && { min: percent(min, Math.floor, digits) }),
          ...(max !== undefined && { max: percent(max, up, digits) }),
        },
      ];
    }),
  );
}
