import type { Money } from "../../lib/money.ts";
import type { Brief, Frequency, Kpi, Question, SoftField } from "../model/brief.ts";
import type { Span } from "./grammar/spans.ts";

/** What was read from free text so far: each value with the words it came from. Nobody has confirmed it yet. */
export interface DraftBrief {
  readonly name?: Found<string>;
  readonly brand?: Found<Brief["brand"]>;
  readonly objective?: Found<Brief["objective"]>;
  readonly budget?: Found<Money>;
  readonly flightStart?: Found<string>;
  readonly flightEnd?: Found<string>;
  readonly countries: readonly Found<string>[];
  readonly channels: readonly Found<string>[];
  readonly audience?: Found<string>;
  readonly kpi?: Found<Kpi>;
  readonly frequency?: Found<Frequency>;
  readonly maxCpm?: Found<Money>;
  readonly maxSharePerSeller?: Found<number>;
  readonly excludedSellers: readonly Found<string>[];
  readonly channelShares: readonly Found<ChannelShare>[];
  readonly minGuaranteedShare?: Found<number>;
  readonly maxPackages?: Found<number>;
  readonly minSellers?: Found<number>;
  readonly maxSellers?: Found<number>;
  /** Fields that the author only wishes for, with the words that say so. */
  readonly soft: readonly Found<SoftField>[];
  readonly message?: Found<string>;
  readonly questions: readonly Question[];
}

export interface Found<Value> {
  readonly value: Value;
  /** Where it stands in the text, which is in Unicode's composed form (NFC). */
  readonly evidence: Span;
  /** soft: an approximation or an inference, as the author's words show. */
  readonly strength: "hard" | "soft";
  /** What chose these words for this field: code alone, or a model among what code found. */
  readonly via: "rule" | "model";
  /** What the value holds beyond those words: a year that they leave out, a product of two of them. */
  readonly note?: string;
}

/** Least and most of the budget for a channel, 0 to 1. */
export interface ChannelShare {
  readonly channel: string;
  readonly min?: number;
  readonly max?: number;
}

/** What a finder hands back: what it is sure of, and what has to be asked. */
export interface Reading<Value> {
  readonly found?: Found<Value>;
  readonly questions: readonly Question[];
}

export function found<Value>(
  value: Value,
  { text, start, end }: Span,
  { strength = "hard", via = "rule", note }: Partial<Pick<Found<unknown>, "strength" | "via" | "note">> = {},
): Found<Value> {
  return {
    value,
    evidence: { text, start, end },
    strength,
    via,
    ...(note === undefined ? {} : { note }),
  };
}
