import type { Money } from "../../lib/money.ts";
import type {
  Brief,
  City,
  Daypart,
  Demographics,
  Device,
  Frequency,
  Kpi,
  LeastRate,
  Question,
  SoftField,
} from "../brief.ts";
import type { OpenQuestion } from "../grammar/question.ts";
import type { Span } from "../grammar/spans.ts";

/** What was read from free text so far: each value with the words it came from. It is not confirmed yet. */
export interface DraftBrief {
  readonly name?: Found<string>;
  readonly brand?: Found<Brief["brand"]>;
  readonly objective?: Found<Brief["objective"]>;
  readonly budget?: Found<Money>;
  /** What the budget pays for beside media. */
  readonly fees: readonly Found<DraftFee>[];
  readonly flightStart?: Found<string>;
  readonly flightEnd?: Found<string>;
  readonly flights: readonly Found<DraftBurst>[];
  /** Days of channels that do not run as long as the flight. */
  readonly channelFlights: readonly Found<ChannelDays>[];
  readonly countries: readonly Found<string>[];
  readonly channels: readonly Found<string>[];
  /** The text leaves the choice of channels to whoever plans. */
  readonly anyChannel?: Found<"any">;
  readonly audience?: Found<string>;
  readonly kpi?: Found<Kpi>;
  readonly frequency?: Found<Frequency>;
  readonly frequencyCap?: Found<Frequency>;
  readonly languages: readonly Found<string>[];
  /** ISO 3166-2 codes: only there, and not there. */
  readonly regions: readonly Found<string>[];
  readonly excludedRegions: readonly Found<string>[];
  /** Only there, each with a circle. */
  readonly cities: readonly Found<City>[];
  readonly demographics?: Found<Demographics>;
  readonly minimumAge?: Found<number>;
  readonly devices: readonly Found<Device>[];
  readonly dayparts: readonly Found<Daypart>[];
  /** Content to stay away from, in the words of the text. */
  readonly avoid: readonly Found<string>[];
  readonly pacing?: Found<"even" | "front-loaded" | "back-loaded">;
  readonly viewability?: Found<LeastRate>;
  readonly maxCpm?: Found<Money>;
  readonly maxSharePerSeller?: Found<number>;
  readonly excludedSellers: readonly Found<string>[];
  /** Empty where any may be bought from. */
  readonly onlySellers: readonly Found<string>[];
  readonly channelShares: readonly Found<PartShare>[];
  readonly countryShares: readonly Found<PartShare>[];
  readonly minGuaranteedShare?: Found<number>;
  readonly maxPackages?: Found<number>;
  readonly minSellers?: Found<number>;
  readonly maxSellers?: Found<number>;
  /** Fields that the author only prefers, with the words that say so. */
  readonly soft: readonly Found<SoftField>[];
  readonly message?: Found<string>;
  readonly questions: readonly Question[];
  /** Channels and countries that the text rules out, and are not bought for that reason. */
  readonly ruledOut: readonly Found<string>[];
  /** Other places where the text names what was taken: a channel once more, the brand by its name. */
  readonly repeats: readonly Span[];
  /** Every phrase that became neither a value nor a question. */
  readonly untaken: readonly UnreadPhrase[];
  /** The language that it is written in; `read` where there is a table of its words. */
  readonly language: { readonly name: string; readonly read: boolean };
}

/** A draft whose questions have no language yet. */
export type OpenDraft = Omit<DraftBrief, "questions"> & {
  readonly questions: readonly (OpenQuestion | Question)[];
};

/** Words that became nothing: of a part that is read as background, an order to a machine, or what is left of one sentence. */
export type UnreadPhrase = Span & {
  readonly why: "background" | "order" | "requirement" | "maybe" | "courtesy";
  /** It refuses something that nothing in the draft rules out: nothing is planned before a person has said what becomes of it. */
  readonly rulesOut?: true;
};

/** Where values, exclusions and what was not taken over stand in the text. */
export function fatesOf(draft: OpenDraft): Span[] {
  const { untaken, repeats } = draft;
  // A name is a label for people: the line that it comes from still has to be read.
  return [
    ...readValues(draft)
      .filter(({ field }) => field !== "name")
      .map(({ evidence }) => evidence),
    ...repeats,
    ...untaken,
  ];
}

/** Each value that was read, under the name of its field in brief.yaml; `ruled_out` for what is left out. */
export function readValues(draft: OpenDraft): (Found<unknown> & { readonly field: string })[] {
  return partsOf(draft).flatMap(({ field, found }) => [found].flat().map((one) => ({ ...one, field })));
}

/** The parts of a draft, one found value or a list of them, each with the field of brief.yaml that it stands in. */
export function partsOf(draft: OpenDraft) {
  const { questions: _, untaken: __, repeats: ___, language: ____, ...parts } = draft;
  return Object.entries<Found<unknown> | readonly Found<unknown>[]>(parts).map(([part, found]) => ({
    part,
    field: fieldNames[part] ?? part,
    found,
  }));
}

const fieldNames: Readonly<Record<string, string>> = {
  flightStart: "flight.start",
  flightEnd: "flight.end",
  channelFlights: "channel_flights",
  anyChannel: "channels",
  frequencyCap: "frequency_cap",
  regions: "places.include.regions",
  excludedRegions: "places.exclude.regions",
  cities: "places.include.cities",
  minimumAge: "minimum_age",
  avoid: "content.avoid",
  viewability: "measurement.viewability",
  maxCpm: "limits.max_cpm",
  maxSharePerSeller: "limits.max_share_per_seller",
  excludedSellers: "limits.excluded_sellers",
  onlySellers: "limits.only_sellers",
  channelShares: "limits.channel_shares",
  countryShares: "limits.country_shares",
  minGuaranteedShare: "limits.min_guaranteed_share",
  maxPackages: "limits.max_packages",
  minSellers: "limits.min_sellers",
  maxSellers: "limits.max_sellers",
  ruledOut: "ruled_out",
};

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

/** Days of one part of the flight, and its share of the budget where the text gives it, 0 to 1. */
export interface DraftBurst {
  readonly start: string;
  readonly end: string;
  readonly share?: number;
}

export interface ChannelDays {
  readonly of: string;
  readonly start: string;
  readonly end: string;
}

/** A share of the whole budget, 0 to 1, or an amount. */
export interface DraftFee {
  readonly name: string;
  readonly share?: number;
  readonly amount?: Money;
}

/** Least and most of the budget for a channel or a country, 0 to 1. */
export interface PartShare {
  readonly of: string;
  readonly min?: number;
  readonly max?: number;
}

/** What a finder hands back: what it is sure of, and what has to be asked. */
export interface Reading<Value> {
  readonly found?: Found<Value>;
  readonly questions: readonly (OpenQuestion | Question)[];
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
