import { onceForEach } from "./once-for.ts";

/** `1,250,000` */
export function formatCount(value: number): string {
  return grouped(Math.round(value));
}

/** `1 offer`, `3 offers`, `2 entries` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c` */
export function listed(items: readonly string[], and = "and"): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${and} ${last}`;
}

/** The first `most` of them and, where there are others, how many: `a`, `b`, `3 more`. */
export function firstOf(names: readonly string[], most: number, others = (count: number) => `${count} more`) {
  return names.length > most ? [...names.slice(0, most), others(names.length - most)] : names;
}

/** Reasons one after the other, by a semicolon where none is a sentence: `the budget is gone; the flight is over`. */
export function inARow(reasons: readonly string[]): string {
  return reasons.join("; ").replaceAll(/(?<=[.!?]); /g, " ");
}

/** ISO 3166-1 codes as people call the countries: `Germany, Austria`. */
export function countryNames(codes: readonly string[]): string {
  return codes.map(countryName).join(", ");
}

/** `Germany` for DE. */
export const countryName = onceForEach(
  (code: string): string => (/^[A-Z]{2}$/.test(code) ? displayed.of(code) : undefined) ?? code,
);

/** `the Netherlands` for NL, `Germany` for DE: within a sentence. */
export function countryInText(code: string): string {
  const name = countryName(code);
  return takesArticle.test(name) ? `the ${name}` : name;
}

const takesArticle =
  /^(?:United |Netherlands|Philippines|Bahamas|Maldives|Seychelles|.* (?:Islands|Republic)$)/;
const displayed = new Intl.DisplayNames(["en"], { type: "region" });

/** A share of 0 to 1: `15 %`. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}

/** `streaming_audio` as `streaming audio`; the standard's abbreviations in words. */
export function channelName(channel: string): string {
  return namesOfChannels.get(channel) ?? channel.replaceAll("_", " ");
}

export function channelNames(channels: readonly string[]): string {
  return channels.map(channelName).join(", ");
}

const namesOfChannels = new Map([
  ["ctv", "CTV"],
  ["olv", "online video"],
  ["dooh", "digital out of home"],
  ["ooh", "out of home"],
  ["linear_tv", "linear TV"],
]);

/** A whole number with commas between thousands: 1,234,567. Beyond safe integers and for what is not finite, as it is. */
export function grouped(whole: number): string {
  if (!Number.isSafeInteger(whole)) return String(whole);
  if (whole < 0) return `-${grouped(-whole)}`;
  let rest = whole;
  let text = "";
  while (rest >= 1000) {
    text = `,${String(rest % 1000).padStart(3, "0")}${text}`;
    rest = Math.floor(rest / 1000);
  }
  return `${rest}${text}`;
}
