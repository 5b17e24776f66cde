import { valueText } from "../../desk/outputs/drafted-brief.ts";
import { isObject } from "../../lib/json-object.ts";
import { fromDecimal, isCurrency } from "../../lib/money.ts";
import { formatPercent, formatRegion, formatWhole, isRate } from "../../report/blocks/format.ts";
import type { Fragment } from "../../report/blocks/html-template.ts";
import { inEnglish } from "../shell.ts";
import type { Words } from "../words/english.ts";

/** A value of a brief.yaml as planners write it in the page's language; as operations say it where no words are known for it. */
export function valueIn(field: string, value: unknown, words: Words): Fragment {
  return saying(field, value, words) ?? inEnglish(valueText(field, value));
}

/** Undefined for what has no words here. */
function saying(field: string, value: unknown, words: Words): string | undefined {
  if (Array.isArray(value))
    return together(
      value.map((one) => saying(field, one, words)),
      ", ",
    );
  const name = field.split(".").at(-1) ?? "";
  if (typeof value === "number")
    return isShare(name) ? words.figure(share(value)) : words.figure(String(value));
  if (typeof value === "string") return text(name, value, words);
  if (!isObject(value)) return undefined;
  return objects.map((say) => say(value, { name, words })).find((said) => said !== undefined);
}

function together(parts: readonly (string | undefined)[], between: string): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join(between);
}

function isShare(name: string): boolean {
  return /share|^floor_per_channel$|^at_least$|^min$|^max$/.test(name);
}

/** Of 0 to 1. */
function share(part: number): string {
  return formatPercent(part, Number.isInteger(Math.round(part * 1e4) / 100) ? 0 : 1);
}

function text(name: string, value: string, words: Words): string {
  const [, amount = "", currency = ""] = /^([\d,]+(?:\.\d+)?) ?([A-Z]{3})$/.exec(value) ?? [];
  if (isCurrency(currency))
    return words.figure(formatWhole(fromDecimal(Number(amount.replaceAll(",", "")), currency)));
  if (/^\d+(?:\.\d+)?\s?%$/.test(value)) return words.figure(share(Number.parseFloat(value) / 100));
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return words.day(value);
  if (name.endsWith("channels")) return words.channel(value);
  if (name === "countries" && /^[A-Z]{2}$/.test(value)) return named("region", value, words);
  if (name === "regions") return formatRegion(value);
  if (name === "languages") return named("language", value, words);
  return words.brief.valued(value);
}

function named(type: "region" | "language", code: string, { language }: Words): string {
  return new Intl.DisplayNames(language, { type }).of(code) ?? code;
}

interface Of {
  /** The last part of the field's name. */
  readonly name: string;
  readonly words: Words;
}

type Say = (value: Readonly<Record<string, unknown>>, of: Of) => string | undefined;

const objects: readonly Say[] = [
  function kpi({ metric, target }, { words }) {
    if (typeof metric !== "string") return undefined;
    if (target === undefined) return words.kpi(metric);
    if (typeof target !== "number" && typeof target !== "string") return undefined;
    const said =
      typeof target === "string"
        ? text("target", target, words)
        : isRate(metric)
          ? words.figure(share(target))
          : words.figure(target.toLocaleString("en"));
    return `${words.kpi(metric)} ${said}`;
  },
  function frequency({ times, per }, { words }) {
    return typeof times === "number" && typeof per === "string"
      ? words.brief.times(words.figure(String(times)), words.brief.valued(per))
      : undefined;
  },
  function fee({ name, share: part, amount }, { words }) {
    const worth = saying(amount === undefined ? "share" : "amount", amount ?? part, words);
    return typeof name === "string" && worth !== undefined ? `${name} ${worth}` : undefined;
  },
  function people({ age, gender }, { words }) {
    if (age === undefined && gender === undefined) return undefined;
    const { from, to } = isObject(age) ? age : {};
    const years = (year: unknown) => (typeof year === "number" ? String(year) : undefined);
    const ages = age === undefined ? [] : [words.brief.ages(years(from), years(to))];
    return [...(typeof gender === "string" ? [text("gender", gender, words)] : []), ...ages].join(", ");
  },
  function brand({ domain, name }) {
    if (typeof domain !== "string") return undefined;
    return typeof name === "string" ? `${name} (${domain})` : domain;
  },
  function leastRate({ at_least: least, vendor }, { words }) {
    const rate = saying("share", least, words);
    if (rate === undefined) return undefined;
    return [words.brief.range(rate, undefined), ...(typeof vendor === "string" ? [vendor] : [])].join(", ");
  },
  function burst({ start, end, share: part }, { words }) {
    if (typeof start !== "string" || typeof end !== "string") return undefined;
    const days = words.decision.dates(words.day(start), words.day(end));
    const worth = saying("share", part, words);
    return worth === undefined ? days : `${days}, ${worth}`;
  },
  function channelDays(value, { name, words }) {
    if (name !== "channel_flights") return undefined;
    return together(
      Object.entries(value).map(([channel, days]) => {
        const said = saying("days", days, words);
        return said && `${words.channel(channel)} ${said}`;
      }),
      "; ",
    );
  },
  function ranges(value, { name, words }) {
    const of = {
      channel_shares: words.channel,
      country_shares: (code: string) => named("region", code, words),
      region_shares: formatRegion,
      city_shares: (city: string) => city,
    }[name];
    if (of === undefined) return undefined;
    return Object.entries(value)
      .map(([code, range]) => {
        const { min, max } = isObject(range) ? range : { min: range, max: range };
        const [least, most] = [saying("min", min, words), saying("max", max, words)];
        return `${of(code)} ${words.brief.range(least, most)}`;
      })
      .join(", ");
  },
];
