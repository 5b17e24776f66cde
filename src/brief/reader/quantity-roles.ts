import { type Bound, boundOf, introducedBy, limits } from "../grammar/bounds.ts";
import { beginsWith, type Cue, cue, endsWith, says } from "../grammar/phrases.ts";
import type { Quantity, Unit } from "../grammar/quantities.ts";

/** A quantity with the words around it. */
export interface InItsSentence {
  readonly quantity: Quantity;
  /** Its own words, cut off where those of its neighbours begin. */
  readonly before: string;
  readonly after: string;
  /** All that its sentence says before it and behind it. */
  readonly start: string;
  readonly rest: string;
}

/** What a quantity can stand for. Of the roles of its unit the first one that the words around it speak of is its role. */
export interface Role {
  readonly unit: Unit;
  /** The words before it, with little words between, that name the role; they are a part of the evidence. */
  readonly introduced?: Cue;
  readonly isMeant?: (words: InItsSentence) => boolean;
  readonly boundOf?: (words: InItsSentence) => Bound | undefined;
  /** The field that it fills by its bound; what fills none is asked about. */
  readonly fields: { readonly [bound in Bound | "plain"]?: QuantityField };
  /** Whatever is larger is something else. */
  readonly most?: number;
  /** Only where the sentence neither denies it nor is of an earlier campaign. */
  readonly wanted?: true;
}

/** The fields of a draft that quantities fill: the field that is asked about and the key of the question. */
export const quantityFields = {
  maxSharePerSeller: ["limits.max_share_per_seller", "shares.seller"],
  minGuaranteedShare: ["limits.min_guaranteed_share", "shares.guaranteed"],
  maxPackages: ["limits.max_packages", "counts.packages"],
  minSellers: ["limits.min_sellers", "counts.sellers"],
  maxSellers: ["limits.max_sellers", "counts.sellers"],
  viewability: ["measurement", "delivery.viewability"],
  frequency: ["frequency", "frequency.average"],
  frequencyCap: ["frequency_cap", "frequency.cap"],
} as const;
export type QuantityField = keyof typeof quantityFields;

const perSeller = says("{each_one}\\s+{sellers}");
/**
 * "no seller above", "nobody may get more than", "keiner mit mehr als". Only verbs stand behind such a word, for "keine Plattform" is no
 * "keiner".
 */
const withOne = "with|mit|avec|con|met|z|com|med";
const above = "{beyond}(?:\\s+(?:{joints}|than|que))?";
const noSeller = endsWith(
  `(?:{not_one}\\s+{sellers}\\s+(?:\\p{L}+\\s+){0,5}?|{nobody}\\s+(?:(?:{may}|{gets}|${withOne})\\s+){0,3})${above}`,
);
const sellerBefore = introducedBy("{each_one}\\s+{sellers}");
const sellerBehind = beginsWith("(?:{net}\\s+)?(?:{to_one}\\s+)?{each_one}\\s+{sellers}");

/** Whether an amount is said to be for one seller of several: "no more than 60k with any one partner", "je Anbieter 60.000 €". */
export function isOfOneSeller(before: string, after: string): boolean {
  return noSeller.test(before) || sellerBefore.test(before) || sellerBehind.test(after);
}

const guaranteed = says("{guaranteed}");
const shareOfOne = cue(
  "(?:%|(?<![\\p{L}\\p{N}])(?:{percent}|€|zł|kr|eur|usd|gbp|pln|sek))\\s+(?:{to_one}(?:\\s+any)?)?\\s*$",
);
/** "70%+ viewable", "at least 70% of them have to be viewable" */
const viewable = says("{viewability}");
const clauseMark = /[,;](?=\s)/;
const people = cue("(?<!\\p{L}){people}|\\d\\s?[x×]");

const contacts: Role = {
  unit: "contacts",
  boundOf: (words) => boundOf(words.before, "") ?? (isCapped(words) ? "most" : undefined),
  fields: { most: "frequencyCap", plain: "frequency" },
  most: 99,
};

/** What is said to be an average is a cap only where the words right before it say so. Reports and calls are no contacts. */
const average: Role = { ...contacts, boundOf: ({ before }) => boundOf(before, "") };
const onAverage = beginsWith("{average}");
const toTheTeam = says("{deadline}");

const packages: Role = { unit: "packages", fields: { most: "maxPackages" } };
const sellers: Role = {
  unit: "sellers",
  // "40 % bei einem Anbieter", "20 tys. zł u jednego wydawcy" count no sellers.
  isMeant: ({ start }) => !shareOfOne.test(start),
  fields: { least: "minSellers", most: "maxSellers" },
};
/** "Max. sellers: 4", "packages: at most 6" */
const labelled = {
  unit: "number",
  // 3sat is a publisher.
  isMeant: ({ rest }: InItsSentence) => !/^\p{L}/u.test(rest),
  boundOf: ({ before, after }: InItsSentence) =>
    boundOf(before, after) ?? (limits(before) ? "most" : leasts.test(before) ? "least" : undefined),
  most: 99,
} as const;
const leasts = says("{least_before}");

export const roles: readonly Role[] = [
  {
    wanted: true,
    unit: "share",
    isMeant: ({ before, after }) =>
      // "Viewability: 70%": its label is of its clause.
      viewable.test(before.split(/[,;]\s/).at(-1) ?? "") || viewable.test(after.split(clauseMark)[0] ?? ""),
    fields: { plain: "viewability" },
  },
  {
    unit: "share",
    isMeant: (words) =>
      noSeller.test(words.before) ||
      perSeller.test(words.before.slice(-60)) ||
      perSeller.test(words.after.slice(0, 60)),
    boundOf: (words) =>
      noSeller.test(words.before) || limits(words.before) ? "most" : boundOf(words.before, words.rest),
    fields: { most: "maxSharePerSeller" },
  },
  {
    unit: "share",
    isMeant: ({ before, after }) => guaranteed.test(before.slice(-40)) || guaranteed.test(after.slice(0, 40)),
    boundOf: ({ quantity, before, rest }) => (quantity.value === 1 ? "least" : boundOf(before, rest)),
    fields: { least: "minGuaranteedShare" },
  },
  packages,
  sellers,
  { ...packages, ...labelled, introduced: introducedBy("{packages}") },
  { ...sellers, ...labelled, introduced: introducedBy("{sellers_counted}") },
  { ...average, introduced: introducedBy("{average}"), isMeant: ({ start }) => !toTheTeam.test(start) },
  { ...average, isMeant: ({ start, rest }) => onAverage.test(rest) && !toTheTeam.test(start) },
  { ...contacts, introduced: introducedBy("{frequency}") },
  // "Frequency cap for display: 3 per day"
  {
    ...contacts,
    introduced: introducedBy("{frequency}(?:\\s\\p{L}+){1,3}\\s?[:|]"),
    isMeant: ({ start }) => !toTheTeam.test(start),
  },
  // "Frequency cap: 2 per day, 6 per week"
  {
    ...contacts,
    introduced: introducedBy(
      "(?:{frequency})[^.;\\n\\d]{0,30}\\d{1,2}(?!\\d)[^.;\\n\\d]{1,30}(?:,|{and}|/|\\+)",
    ),
    isMeant: ({ quantity }) => quantity.bare === true,
  },
  {
    ...contacts,
    introduced: introducedBy("{most_before}(?:\\s+{times})?"),
    isMeant: ({ quantity }) => quantity.bare === true,
  },
  {
    ...contacts,
    isMeant: (words) =>
      words.quantity.bare === false &&
      (isCapped(words) || people.test(words.start + words.quantity.text + words.rest)),
  },
];

function isCapped({ start, quantity, rest }: InItsSentence): boolean {
  return limits(`${start}${quantity.text}${rest.slice(0, 12)}`);
}
