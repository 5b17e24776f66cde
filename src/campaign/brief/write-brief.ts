import { stringify } from "yaml";
import { currencyDigits, type Money, toDecimal } from "../../lib/money.ts";
import type { Brief, Content, LeastRate, Limits, Measurement, Places, Question } from "../model/brief.ts";
import type { DraftBrief, Found } from "./draft.ts";
import { contentOf, limitsOf, placesOf } from "./draft-to-brief.ts";

/**
 * A brief or a draft as `brief.yaml`. Beside each value of a draft stand the words it came from; open questions stand at
 * their fields and in `questions`, which keeps the campaign from starting until a person has emptied it.
 */
export function writeBrief(source: Brief | DraftBrief): string {
  const { questions } = source;
  const rows = "flight" in source ? briefRows(source) : draftRows(source);
  const known = new Set(rows.map(({ field }) => field));
  const asked = (field: string) => questions.filter((question) => topOf(question.field) === field);
  const lines = rows.flatMap((row) => [...asked(row.field).map(questionLine), ...rowLines(row)]);
  const others = questions.filter((question) => !known.has(topOf(question.field)));
  return [
    ...lines,
    ...("untaken" in source ? besidesValues(source) : []),
    ...others.map(questionLine),
    ...(questions.length > 0
      ? [
          "# Answer with: flightdesk brief answer, or above, and delete the answered ones here.",
          yaml({ questions }),
        ]
      : []),
    "",
  ].join("\n");
}

/** What the text rules out, and what of it no field holds: for the eyes of the person who reads the brief. */
function besidesValues({ ruledOut, untaken }: DraftBrief): string[] {
  const listed = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [`# ${title}`, ...lines] : [];
  return [
    ...listed(
      "Ruled out:",
      ruledOut.map(({ value, evidence }) => `#   ${value}, from "${oneLine(evidence.text)}"`),
    ),
    ...listed(
      "Not taken over; add by hand what matters:",
      untaken.map(
        ({ text, why }) => `#   "${shortened(oneLine(text))}"${why === "no field" ? "" : ` (${whys[why]})`}`,
      ),
    ),
  ];
}

const whys = {
  background: "a quotation or a header, not read",
  order: "an order to a machine, not followed",
} as const;

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

interface Row {
  readonly field: string;
  readonly value?: unknown;
  /** Shown as a comment where the value is missing. */
  readonly example?: string;
  readonly sources?: readonly Found<unknown>[];
}

function rowLines({ field, value, example, sources = [] }: Row): string[] {
  const comments = sources.map(({ evidence, via, strength, note }) => {
    const doubts = [
      note ?? (strength === "soft" ? "not certain" : ""),
      via === "model" ? "chosen by a model" : "",
    ];
    const said = doubts.filter((doubt) => doubt !== "").map((doubt) => ` (${doubt})`);
    return `# from "${oneLine(evidence.text)}"${said.join("")}`;
  });
  if (value === undefined) return example === undefined ? [] : [`# ${field}: ${example}`];
  return [...new Set(comments), yaml({ [field]: value })];
}

function briefRows(brief: Brief): Row[] {
  return [
    { field: "name", value: brief.name },
    { field: "brand", value: brief.brand },
    { field: "objective", value: brief.objective },
    { field: "budget", value: written(brief.gross?.total ?? brief.budget) },
    {
      field: "fees",
      value: brief.gross?.fees.map(({ name, amount }) => ({ name, amount: written(amount) })),
    },
    {
      field: "insertion_order_total",
      value: brief.insertionOrderTotal && written(brief.insertionOrderTotal),
    },
    { field: "flight", value: brief.flight },
    { field: "flights", value: brief.flights },
    { field: "countries", value: brief.countries },
    { field: "channels", value: brief.channels },
    { field: "audience", value: brief.audience },
    { field: "signals", value: brief.signals },
    { field: "kpi", value: brief.kpi },
    { field: "measurement", value: measurement(brief.measurement) },
    { field: "frequency", value: brief.frequency },
    { field: "frequency_cap", value: brief.frequencyCap },
    { field: "overlap", value: brief.overlap },
    { field: "languages", value: brief.languages },
    { field: "places", value: places(brief.places) },
    { field: "demographics", value: brief.demographics },
    { field: "universe", value: brief.universe },
    { field: "minimum_age", value: brief.minimumAge },
    { field: "devices", value: brief.devices },
    { field: "dayparts", value: brief.dayparts },
    { field: "content", value: content(brief.content) },
    { field: "pacing", value: brief.pacing },
    { field: "channel_pacing", value: brief.channelPacing },
    { field: "limits", value: limits(brief.limits) },
    { field: "weights", value: brief.weights },
    { field: "soft", value: brief.soft },
    { field: "creatives", value: brief.creatives.length > 0 ? brief.creatives : undefined },
    { field: "message", value: brief.message },
  ];
}

/** The fields of a draft as they are written in a brief.yaml; undefined where nothing was read. */
export function fieldsOf(draft: DraftBrief): Readonly<Record<string, unknown>> {
  return Object.fromEntries(draftRows(draft).map(({ field, value }) => [field, value]));
}

/** The least that a brief.yaml holds. */
export const exampleBrief = {
  name: "Spring launch",
  brand: { domain: "acme.example" },
  objective: "awareness",
  budget: "250,000 EUR",
  flight: { start: "2027-03-01", end: "2027-04-30" },
  countries: ["DE", "AT"],
  channels: ["olv", "ctv"],
};

function draftRows(draft: DraftBrief): Row[] {
  const all = (...found: readonly (Found<unknown> | undefined)[]) =>
    found.filter((each) => each !== undefined);
  const values = (found: readonly Found<string>[]) =>
    found.length > 0 ? found.map(({ value }) => value) : undefined;
  const { flightStart: start, flightEnd: end } = draft;
  const flight = start || end ? { start: start?.value ?? null, end: end?.value ?? null } : undefined;
  return [
    { field: "name", value: draft.name?.value, sources: all(draft.name), example: "Spring launch" },
    {
      field: "brand",
      value: draft.brand?.value,
      sources: all(draft.brand),
      example: "{ domain: acme.example }",
    },
    {
      field: "objective",
      value: draft.objective?.value,
      sources: all(draft.objective),
      example: "awareness",
    },
    {
      field: "budget",
      value: draft.budget && written(draft.budget.value),
      sources: all(draft.budget),
      example: "an amount with its currency",
    },
    {
      field: "flight",
      value: flight,
      sources: all(start, end),
      example: "{ start: YYYY-MM-DD, end: YYYY-MM-DD }",
    },
    {
      field: "flights",
      value:
        draft.flights.length > 0
          ? draft.flights.map(({ value: { share, ...burst } }) => ({
              ...burst,
              ...(share !== undefined && { share: percent(share) }),
            }))
          : undefined,
      sources: draft.flights,
    },
    { field: "countries", value: values(draft.countries), sources: draft.countries, example: "[DE, AT]" },
    { field: "channels", value: values(draft.channels), sources: draft.channels, example: "[olv, ctv]" },
    { field: "audience", value: draft.audience?.value, sources: all(draft.audience) },
    { field: "kpi", value: draft.kpi?.value, sources: all(draft.kpi) },
    {
      field: "measurement",
      value: draft.viewability && { viewability: { at_least: percent(draft.viewability.value) } },
      sources: all(draft.viewability),
    },
    { field: "frequency", value: draft.frequency?.value, sources: all(draft.frequency) },
    { field: "frequency_cap", value: draft.frequencyCap?.value, sources: all(draft.frequencyCap) },
    { field: "languages", value: values(draft.languages), sources: draft.languages },
    {
      field: "places",
      value: places(placesOf(draft)),
      sources: [...draft.regions, ...draft.excludedRegions],
    },
    { field: "demographics", value: draft.demographics?.value, sources: all(draft.demographics) },
    { field: "minimum_age", value: draft.minimumAge?.value, sources: all(draft.minimumAge) },
    { field: "devices", value: values(draft.devices), sources: draft.devices },
    {
      field: "dayparts",
      value: draft.dayparts.length > 0 ? draft.dayparts.map(({ value }) => value) : undefined,
      sources: draft.dayparts,
    },
    { field: "content", value: content(contentOf(draft)), sources: draft.avoid },
    { field: "pacing", value: draft.pacing?.value, sources: all(draft.pacing) },
    {
      field: "limits",
      value: limits(limitsOf(draft)),
      sources: [
        ...all(
          draft.maxCpm,
          draft.maxSharePerSeller,
          draft.minGuaranteedShare,
          draft.maxPackages,
          draft.minSellers,
          draft.maxSellers,
        ),
        ...draft.channelShares,
        ...draft.excludedSellers,
      ],
    },
    { field: "soft", value: values(draft.soft), sources: draft.soft },
    { field: "message", value: draft.message?.value, sources: all(draft.message) },
  ];
}

function places({ include, exclude }: NonNullable<Brief["places"]> = {}) {
  const areas = ({ postalAreas, ...rest }: Places) => ({
    ...rest,
    ...(postalAreas && { postal_areas: postalAreas }),
  });
  const given = { ...(include && { include: areas(include) }), ...(exclude && { exclude: areas(exclude) }) };
  return Object.keys(given).length === 0 ? undefined : given;
}

function content({ propertyList, collectionList, collectionListExclude, avoid, trustedMatch }: Content = {}) {
  const given = {
    ...(propertyList && { property_list: propertyList }),
    ...(collectionList && { collection_list: collectionList }),
    ...(collectionListExclude && { collection_list_exclude: collectionListExclude }),
    ...(avoid && { avoid }),
    ...(trustedMatch && { trusted_match: trustedMatch }),
  };
  return Object.keys(given).length === 0 ? undefined : given;
}

function measurement({ viewability, completion, countedBy, attribution }: Measurement = {}) {
  const rate = ({ atLeast, ...rest }: LeastRate) => ({ at_least: atLeast, ...rest });
  const given = {
    ...(viewability && { viewability: rate(viewability) }),
    ...(completion && { completion: rate(completion) }),
    ...(countedBy !== undefined && { counted_by: countedBy }),
    ...(attribution && {
      attribution: { click_days: attribution.clickDays, view_days: attribution.viewDays },
    }),
  };
  return Object.keys(given).length === 0 ? undefined : given;
}

function limits(limits: Limits): Record<string, unknown> | undefined {
  const { maxCpm, excludedSellers } = limits;
  const rows = {
    max_cpm: maxCpm && written(maxCpm),
    max_share_per_seller: limits.maxSharePerSeller,
    excluded_sellers: excludedSellers.length > 0 ? excludedSellers : undefined,
    only_sellers: limits.onlySellers,
    channel_shares: limits.channelShares,
    country_shares: limits.countryShares,
    min_guaranteed_share: limits.minGuaranteedShare,
    max_packages: limits.maxPackages,
    min_sellers: limits.minSellers,
    max_sellers: limits.maxSellers,
    reallocation_threshold: limits.reallocationThreshold && written(limits.reallocationThreshold),
  };
  const given = Object.entries(rows).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** `250,000.00 EUR`. With three decimals the mark could be read as the one between thousands: those are written as fields. */
function written(amount: Money): string | { amount: number; currency: string } {
  const digits = currencyDigits(amount.currency);
  if (digits > 2) return { amount: toDecimal(amount), currency: amount.currency };
  const [major = "", rest] = toDecimal(amount).toFixed(digits).split(".");
  const grouped = major.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return `${grouped}${rest === undefined || Number(rest) === 0 ? "" : `.${rest}`} ${amount.currency}`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

function yaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 }).trimEnd();
}

/** The line of a brief.yaml that asks. */
export function questionLine({ text }: Question): string {
  return `# ? ${oneLine(text)}`;
}

function topOf(field: string): string {
  return /^\w+/.exec(field)?.[0] ?? field;
}

export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
