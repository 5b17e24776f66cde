import type { City, Demographics } from "../src/brief/brief.ts";
import { readCity } from "../src/brief/file/city.ts";
import { type DraftBrief, type Found, fatesOf } from "../src/brief/reader/draft.ts";
import { type Money, toDecimal } from "../src/lib/money.ts";
import type { BriefCase } from "./brief-case.ts";

export interface FieldScore {
  readonly field: string;
  readonly right: boolean;
  /** Another value than the text says, or one that the text leaves open, and no question about it. */
  readonly silentlyWrong: boolean;
  readonly expected: string;
  readonly actual: string;
}

export interface BriefScore {
  readonly id: string;
  /** Fields that the text or the reading fills, and those that must be asked about. */
  readonly fields: readonly FieldScore[];
  /** Fields with questions, and those of them that the text leaves open. */
  readonly asked: readonly string[];
  readonly rightlyAsked: readonly string[];
  readonly missedQuestions: readonly string[];
  readonly forbiddenQuestions: readonly string[];
  /** Questions that the text does not call for. */
  readonly needlessQuestions: readonly string[];
  /** What is ruled out, would be bought and is not asked about. */
  readonly boughtAnyway: readonly string[];
  /** Words of the text that were neither taken nor asked about nor listed. */
  readonly dropped: readonly string[];
  /** Every field right, every question asked, none of those that must not be. */
  readonly whole: boolean;
  /** The same for what money is lost by: amounts, days, places, channels, limits, what is ruled out. */
  readonly wholeWhereItMatters: boolean;
}

export function scoreBrief(brief: BriefCase, draft: DraftBrief): BriefScore {
  const asked = [...new Set(draft.questions.map(({ field }) => field))];
  const expected = expectedValues(brief);
  const read = actualValues(draft);
  const aside = notScored(brief);
  const actual = Object.fromEntries(Object.entries(read).filter(([field]) => !aside.has(field)));
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  const fields = [...names].map((field): FieldScore => {
    const open = asked.some((other) => concerns(other, field));
    const mustAsk = brief.must_ask.some((other) => concerns(other, field));
    const mayAsk = brief.maybe_ask.some((other) => concerns(other, field));
    const same = expected[field] === actual[field];
    return {
      field,
      right: mustAsk || (mayAsk && open) ? open && (same || actual[field] === undefined) : same,
      silentlyWrong: (mustAsk || !same) && !open,
      expected: expected[field] ?? "",
      actual: actual[field] ?? "",
    };
  });
  const covered = (field: string) => asked.some((other) => concerns(other, field));
  const missedQuestions = brief.must_ask.filter((field) => !covered(field));
  const forbiddenQuestions = brief.must_not_ask.filter(covered);
  const boughtAnyway = [
    ...(brief.never.channels ?? []).filter((channel) => !covered("channels") && has(draft.channels, channel)),
    ...(brief.never.countries ?? []).filter((code) => !covered("countries") && has(draft.countries, code)),
  ];
  const dropped = brief.mentioned.filter((words) => !hasFate(brief.text, words, draft));
  return {
    id: brief.id,
    fields,
    needlessQuestions: asked.filter(
      (field) => ![...brief.must_ask, ...brief.maybe_ask].some((other) => concerns(other, field)),
    ),
    boughtAnyway,
    dropped,
    wholeWhereItMatters:
      fields.every(({ field, right }) => right || !matters(field)) &&
      missedQuestions.length === 0 &&
      boughtAnyway.length === 0,
    asked,
    rightlyAsked: asked.filter((field) => brief.must_ask.some((other) => concerns(other, field))),
    missedQuestions,
    forbiddenQuestions,
    whole:
      fields.every(({ right }) => right) && missedQuestions.length === 0 && forbiddenQuestions.length === 0,
  };
}

/** Fields that count where a case names them alone. */
function notScored({ expected, set, quotes }: BriefCase): ReadonlySet<string> {
  // Words for people differ from reader to reader.
  const isWide = expected.audience === undefined && set !== "known" && set !== "fresh";
  // Cases without quotes were written before a brief could hold cities.
  const hasCities = expected.cities !== undefined || quotes !== undefined;
  return new Set([...(isWide ? ["audience", "soft"] : []), ...(hasCities ? [] : ["cities"])]);
}

function has(found: readonly Found<string>[], value: string): boolean {
  return found.some((each) => each.value === value);
}

function matters(field: string): boolean {
  return !["brand", "objective", "audience", "kpi", "soft", "frequency"].some((other) =>
    concerns(field, other),
  );
}

/** Whether all or a part of some words of the text was taken, ruled out, asked about or listed as not taken over. */
function hasFate(text: string, words: string, draft: DraftBrief): boolean {
  const start = text.indexOf(words);
  if (start < 0) throw new TypeError(`"${words}" is not in the text`);
  const end = start + words.length;
  return (
    fatesOf(draft).some((span) => span.start < end && start < span.end) ||
    draft.questions.some(
      (question) =>
        question.text.includes(words) ||
        quotes(question.text, text.slice(Math.max(0, start - 20), end + 20), words),
    )
  );
}

/** Whether a question quotes a part of the words: "45 lakh" as "INR 45" and "lakh". */
function quotes(question: string, around: string, words: string): boolean {
  const at = around.indexOf(words);
  return [...question.matchAll(/"(?<quoted>[^"\n]{3,})"/g)].some(({ groups }) => {
    const start = around.indexOf(groups?.["quoted"] ?? "");
    return start >= 0 && start < at + words.length && at < start + (groups?.["quoted"] ?? "").length;
  });
}

type Values = Readonly<Record<string, string>>;

/** Both sides in one notation, under the names that questions use. */
function expectedValues({ expected }: BriefCase): Values {
  const { brand, max_cpm, max_share_per_seller, min_guaranteed_share, ...rest } = expected;
  return filled({
    "brand.domain": brand,
    objective: rest.objective,
    budget: rest.budget,
    flight: rest.flight,
    countries: listed(rest.countries),
    channels: listed(rest.channels),
    audience: rest.audience?.toLowerCase(),
    kpi: rest.kpi && kpiInWords(rest.kpi),
    frequency: rest.frequency,
    "places.include": listed(rest.regions),
    cities: listed(rest.cities?.map(cityAsRead)),
    "places.exclude": listed(rest.excluded_regions),
    languages: listed(rest.languages),
    demographics: rest.demographics,
    minimum_age: rest.minimum_age?.toString(),
    devices: listed(rest.devices),
    dayparts: listed(rest.dayparts),
    frequency_cap: rest.frequency_cap,
    "content.avoid": listed(rest.avoid),
    "limits.max_cpm": max_cpm,
    "limits.max_share_per_seller": percent(max_share_per_seller),
    "limits.excluded_sellers": listed(rest.excluded_sellers),
    "limits.only_sellers": listed(rest.only_sellers),
    "limits.channel_shares": shares(rest.channel_shares),
    "limits.min_guaranteed_share": percent(min_guaranteed_share),
    "limits.max_packages": rest.max_packages?.toString(),
    "limits.min_sellers": rest.min_sellers?.toString(),
    "limits.max_sellers": rest.max_sellers?.toString(),
    soft: listed(rest.soft),
    "limits.country_shares": shares(rest.country_shares),
    flights: listed(rest.flights),
    fees: listed(rest.fees),
    measurement: percent(rest.viewability),
    pacing: rest.pacing,
  });
}

function actualValues(draft: DraftBrief): Values {
  const { flightStart: start, flightEnd: end, frequency, kpi } = draft;
  const values = (found: readonly Found<string>[]) => listed(found.map(({ value }) => value));
  return filled({
    "brand.domain": draft.brand?.value.domain,
    objective: draft.objective?.value,
    budget: written(draft.budget),
    flight: start || end ? `${start?.value ?? ""}..${end?.value ?? ""}` : undefined,
    countries: values(draft.countries),
    channels: values(draft.channels),
    audience: draft.audience?.value.toLowerCase(),
    kpi:
      kpi && kpiInWords([kpi.value.metric, kpi.value.target].filter((part) => part !== undefined).join(" ")),
    frequency: frequency && `${frequency.value.times}/${frequency.value.per}`,
    "places.include": values(draft.regions),
    cities: listed(draft.cities.map(({ value }) => cityInOneForm(value))),
    "places.exclude": values(draft.excludedRegions),
    languages: values(draft.languages),
    demographics: people(draft.demographics?.value),
    minimum_age: draft.minimumAge?.value.toString(),
    devices: values(draft.devices),
    dayparts: listed(
      draft.dayparts.map(({ value: { days, from, to } }) => {
        const short = days.map((day) => day.slice(0, 3));
        return `${short.join(",")} ${from}-${to}`;
      }),
    ),
    frequency_cap: draft.frequencyCap && `${draft.frequencyCap.value.times}/${draft.frequencyCap.value.per}`,
    "content.avoid": values(draft.avoid),
    "limits.max_cpm": written(draft.maxCpm),
    "limits.max_share_per_seller": percent(draft.maxSharePerSeller?.value),
    "limits.excluded_sellers": values(draft.excludedSellers),
    "limits.only_sellers": values(draft.onlySellers ?? []),
    "limits.channel_shares": shares(byName(draft.channelShares)),
    "limits.country_shares": shares(byName(draft.countryShares)),
    fees: listed(
      draft.fees.map(({ value: { share, amount } }) =>
        amount === undefined ? `${Number(((share ?? 0) * 100).toFixed(2))}%` : inMajorUnits(amount),
      ),
    ),
    "limits.min_guaranteed_share": percent(draft.minGuaranteedShare?.value),
    "limits.max_packages": draft.maxPackages?.value.toString(),
    "limits.min_sellers": draft.minSellers?.value.toString(),
    "limits.max_sellers": draft.maxSellers?.value.toString(),
    soft: values(draft.soft),
    flights: listed(
      draft.flights.map(
        ({ value: { start: from, end: to, share } }) =>
          `${from}..${to}${share === undefined ? "" : ` ${Number((share * 100).toFixed(1))}%`}`,
      ),
    ),
    measurement: percent(draft.viewability?.value.atLeast),
    pacing: draft.pacing?.value,
  });
}

/** "reach 0.45" as "reach 45%", "cpm 12.50" as "cpm 12.5". */
function kpiInWords(written: string): string {
  const [metric = "", figure = ""] = written.split(" ");
  if (figure === "") return metric;
  const value = Number(figure.replace("%", ""));
  const isShare = !figure.endsWith("%") && value < 1 && !metric.startsWith("cp");
  return `${metric} ${isShare ? `${Number((value * 100).toFixed(4))}%` : `${value}${figure.endsWith("%") ? "%" : ""}`}`;
}

function cityAsRead(written: string): string {
  const read = readCity(written, []);
  return typeof read === "string" ? written : cityInOneForm(read);
}

function cityInOneForm({ country, circle }: City): string {
  return `${country} ${circle?.latitude} ${circle?.longitude} + ${circle?.kilometres} km`;
}

function people(value: Demographics | undefined): string | undefined {
  if (value === undefined) return undefined;
  const { age, gender } = value;
  const ages = age && `${age.from ?? ""}-${age.to ?? ""}`;
  return [gender, ages].filter((part) => part !== undefined).join(" ");
}

function filled(values: Readonly<Record<string, string | undefined>>): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  );
}

function listed(values: readonly string[] | undefined): string | undefined {
  return values === undefined || values.length === 0 ? undefined : [...values].sort().join(", ");
}

function percent(share: number | undefined): string | undefined {
  return share === undefined ? undefined : `${(share * 100).toFixed(1)}%`;
}

function shares(of: BriefCase["expected"]["channel_shares"]): string | undefined {
  return listed(
    Object.entries(of ?? {}).map(
      ([channel, { min, max }]) => `${channel} ${percent(min) ?? ""}..${percent(max) ?? ""}`,
    ),
  );
}

function byName(found: DraftBrief["channelShares"]): BriefCase["expected"]["channel_shares"] {
  return Object.fromEntries(found.map(({ value: { of, ...share } }) => [of, share]));
}

function written(amount: Found<Money> | undefined): string | undefined {
  return amount && inMajorUnits(amount.value);
}

function inMajorUnits(amount: Money): string {
  return `${amount.currency} ${toDecimal(amount)}`;
}

/**
 * `flight.end` concerns `flight`, and the other way round; who asks what of a budget goes into media asks about its fees, who asks where it
 * runs about its cities, and who asks for the KPI about the objective that follows from it.
 */
function concerns(a: string, b: string): boolean {
  const isAsWell = asWell.has(`${a} ${b}`);
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`) || isAsWell;
}

const asWell: ReadonlySet<string> = new Set(["budget fees", "places cities", "kpi objective"]);
