import { currencyDigits, isCurrency, type Money, money, toDecimal } from "../../../lib/money.ts";
import type { ProposedField } from "../../../llm/questions/propose-brief.ts";
import type { Daypart } from "../../brief.ts";
import { readCity } from "../../file/city.ts";
import { minorUnits } from "../../grammar/currencies.ts";
import { kpiMetrics, measuredBy } from "../../kpi.ts";
import type { Found, OpenDraft, PartShare } from "../draft.ts";

/** How a field of a proposal is written, and where a draft has it. Two forms of one value are written alike. */
interface FieldForm {
  /** As questions name it. */
  readonly asked: string;
  /** Undefined where the written value is none of the field. */
  readonly read: (written: string) => string | undefined;
  readonly of: (draft: OpenDraft) => readonly string[];
}

const listOf =
  (part: "countries" | "regions" | "channels" | "excludedSellers" | "onlySellers" | "avoid" | "languages") =>
  (draft: OpenDraft) =>
    (draft[part] ?? []).map(({ value }) => value.toLowerCase());
const one = <Value>(found: Found<Value> | undefined, inWords: (value: Value) => string = String) =>
  found === undefined ? [] : [inWords(found.value)];
const lower = (written: string) => written.trim().toLowerCase() || undefined;

/** Every field that a model may propose. */
export const fieldForms: Readonly<Record<ProposedField, FieldForm>> = {
  brand: form("brand.domain", lower, ({ brand }) => one(brand, ({ domain }) => domain)),
  objective: form("objective", lower, ({ objective }) => one(objective)),
  budget: form("budget", amountIn, ({ budget }) => one(budget, amountInWords)),
  flight: form("flight", daysIn, ({ flightStart, flightEnd }) =>
    flightStart && flightEnd ? [`${flightStart.value}..${flightEnd.value}`] : [],
  ),
  flights: form("flights", burstIn, ({ flights }) =>
    flights.map(({ value: { start, end, share } }) =>
      share === undefined ? `${start}..${end}` : `${start}..${end} ${percent(share)}`,
    ),
  ),
  countries: form("countries", lower, listOf("countries")),
  regions: form("places", lower, listOf("regions")),
  cities: form("places", cityIn, ({ cities }) => cities.map(({ value }) => JSON.stringify(value))),
  channels: form("channels", lower, listOf("channels")),
  kpi: form("kpi", kpiIn, ({ kpi }) =>
    one(kpi, ({ metric, target }) => (target === undefined ? metric : `${metric} ${target}`)),
  ),
  excluded_sellers: form("limits.excluded_sellers", lower, listOf("excludedSellers")),
  only_sellers: form("limits.only_sellers", lower, listOf("onlySellers")),
  fees: form(
    "fees",
    (written) => shareIn(written) ?? amountIn(written),
    ({ fees }) =>
      fees.map(({ value: { share, amount } }) => (amount ? amountInWords(amount) : percent(share ?? 0))),
  ),
  max_cpm: form("limits.max_cpm", amountIn, ({ maxCpm }) => one(maxCpm, amountInWords)),
  channel_shares: form("limits.channel_shares", partIn, ({ channelShares }) => partsIn(channelShares)),
  country_shares: form("limits.country_shares", partIn, ({ countryShares }) => partsIn(countryShares)),
  max_share_per_seller: form("limits.max_share_per_seller", shareIn, ({ maxSharePerSeller }) =>
    one(maxSharePerSeller, percent),
  ),
  min_sellers: form("limits.min_sellers", countIn, ({ minSellers }) => one(minSellers)),
  max_sellers: form("limits.max_sellers", countIn, ({ maxSellers }) => one(maxSellers)),
  frequency_cap: form("frequency_cap", lower, ({ frequencyCap }) =>
    one(frequencyCap, ({ times, per }) => `${times}/${per}`),
  ),
  viewability: form("measurement", shareIn, ({ viewability }) =>
    one(viewability, ({ atLeast }) => percent(atLeast)),
  ),
  demographics: form("demographics", lower, ({ demographics }) =>
    one(demographics, ({ age, gender }) => {
      const ages = age && `${age.from ?? ""}-${age.to ?? ""}`;
      return [gender, ages].filter((part) => part !== undefined).join(" ");
    }),
  ),
  content_avoid: form("content.avoid", lower, listOf("avoid")),
  audience: form("audience", lower, ({ audience }) => one(audience, (words) => words.toLowerCase())),
  languages: form("languages", lower, listOf("languages")),
  pacing: form("pacing", lower, ({ pacing }) => one(pacing)),
  dayparts: form("dayparts", lower, ({ dayparts }) => dayparts.map(({ value }) => daypartInWords(value))),
};

function form(asked: string, read: FieldForm["read"], of: FieldForm["of"]): FieldForm {
  return { asked, read, of };
}

/** "60000 EUR", "EUR 60,000.00" */
function amountIn(written: string): string | undefined {
  const {
    before,
    number,
    code = before ?? "",
  } = /^\s*(?:(?<before>[A-Z]{3})\s+)?(?<number>\d[\d,]*(?:\.\d+)?)(?:\s+(?<code>[A-Z]{3}))?\s*$/.exec(
    written,
  )?.groups ?? {};
  if (number === undefined || !isCurrency(code)) return undefined;
  const minor = minorUnits(number.replaceAll(",", ""), 0, currencyDigits(code));
  return typeof minor === "number" ? amountInWords(money(minor, code)) : undefined;
}

export function amountInWords(amount: Money): string {
  return `${toDecimal(amount)} ${amount.currency}`;
}

function shareIn(written: string): string | undefined {
  const number = /^\s*(?<number>\d{1,3}(?:\.\d+)?)\s*%\s*$/.exec(written)?.groups?.["number"];
  return number === undefined ? undefined : percent(Number(number) / 100);
}

function countIn(written: string): string | undefined {
  return /^\s*(?<count>\d{1,2})\s*$/.exec(written)?.groups?.["count"];
}

/** "mon,tue 6-10" */
export function daypartInWords({ days, from, to }: Daypart): string {
  return `${days.map((day) => day.slice(0, 3)).join(",")} ${from}-${to}`;
}

export function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))}%`;
}

function daysIn(written: string): string | undefined {
  return /^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/.exec(written.trim())?.[0];
}

function burstIn(written: string): string | undefined {
  const [days = "", share = ""] = written.trim().split(/\s+/);
  const read = shareIn(share);
  return share === "" ? daysIn(days) : daysIn(days) && read && `${days} ${read}`;
}

function cityIn(written: string): string | undefined {
  const read = readCity(written, []);
  return typeof read === "string" ? undefined : JSON.stringify(read);
}

/** "reach 45%", "cpl 35", "viewability" */
function kpiIn(written: string): string | undefined {
  const {
    metric = "",
    figure,
    sign,
  } = /^(?<metric>[a-z_]+)(?:\s+(?:[A-Z]{3}\s+)?(?<figure>\d+(?:\.\d+)?)(?<sign>\s?%)?(?:\s+[A-Z]{3})?)?$/.exec(
    written.trim(),
  )?.groups ?? {};
  const known = kpiMetrics.find((each) => each === metric);
  if (known === undefined) return undefined;
  if (figure === undefined) return known;
  const isPercent = sign !== undefined || (measuredBy(known).unit === "rate" && Number(figure) > 1);
  return `${known} ${isPercent ? Number((Number(figure) / 100).toFixed(6)) : Number(figure)}`;
}

/** "ctv 60%", "ctv 60%..", "ctv ..60%", "ctv 40%..60%" */
function partIn(written: string): string | undefined {
  const {
    name,
    least = "",
    range,
    most = "",
  } = /^\s*(?<name>[\w-]+)\s+(?<least>[\d.]*\d%)?(?<range>\.\.)?(?<most>\d[\d.]*%)?\s*$/.exec(written)
    ?.groups ?? {};
  const [min, max] = [shareIn(least), shareIn(range === undefined ? least : most)];
  if (name === undefined || (min === undefined && max === undefined)) return undefined;
  return `${name.toLowerCase()} ${min ?? ""}..${max ?? ""}`;
}

function partsIn(shares: readonly Found<PartShare>[]): string[] {
  const shown = (share: number | undefined) => (share === undefined ? "" : percent(share));
  return shares.map(({ value: { of, min, max } }) => `${of.toLowerCase()} ${shown(min)}..${shown(max)}`);
}
