import { addDays } from "../../../lib/days.ts";
import type { SpanRole } from "../../../llm/questions/marked-text.ts";
import { boundOf, limits } from "../../grammar/bounds.ts";
import { monthNamed, monthPattern } from "../../grammar/months.ts";
import { numberNamed } from "../../grammar/numbers.ts";
import { overlaps, type Span, sentenceAround, spansOf } from "../../grammar/spans.ts";
import { found, type OpenDraft, type PartShare } from "../draft.ts";
import { type DateRole, daysOf, isClear, type LabelledDate } from "../label-dates.ts";
import type { Proposal } from "./ask.ts";
import { type Claim, inside, type Seen } from "./evidence.ts";
import { percent } from "./fields.ts";

/**
 * The value of a field that the rules come to none of, or ask about: every figure of it stands in the quotes of the claims, and the
 * rules have no other use for it. Undefined where that cannot be proved.
 */
export type Hold = (
  claims: readonly [Claim, ...Claim[]],
  proposal: Proposal,
  seen: Seen,
) => Partial<OpenDraft> | undefined;

/** The role that both labellings give a piece. */
export function roleIn({ roles }: Proposal, { start }: Pick<Span, "start">): SpanRole | undefined {
  const { proposed, again } = roles.get(start) ?? {};
  return proposed === again ? proposed : undefined;
}

/**
 * A first and a last day that both stand in the quotes, also as "12.–25.4.27", "for ten weeks from 1 March" or moved as a whole by a
 * time, where no day that both labellings give to the flight contradicts them.
 */
export const holdFlight: Hold = ([claim], proposal, seen) => {
  const [start = "", end = ""] = claim.value.split("..");
  const own = seen.dates.filter(
    (date) =>
      inside(date, claim) &&
      (mayBeFlight.has(date.role) ||
        (date.role === "other" && flightDates.has(roleIn(proposal, date) ?? "other"))),
  );
  const [evidence = claim.quotes[0]] = own;
  const isProved = own.some(
    (date) => roleIn(proposal, date) !== undefined && datesOfFlight.has(roleIn(proposal, date) ?? "other"),
  );
  const [quote] = claim.quotes;
  if (quote && isWholeMonths(claim.value, claim))
    return { flightStart: found(start, quote), flightEnd: found(end, quote) };
  // Which year is meant is the author's to say.
  const isDated = own.some((date) => date.type === "unclear" || date.assumedYear !== true);
  if (evidence === undefined || !isProved || !isDated) return undefined;
  const clear = own.filter(isClear).map(daysOf);
  const firsts = [...clear.map(({ first }) => first), ...firstDays(claim, own)];
  const lasts = [...clear.map(({ last }) => last), ...shortDays(claim, own)];
  const times = timesIn(claim, seen);
  const isDirect = firsts.includes(start) && lasts.includes(end);
  const isLong = firsts.includes(start) && times.some((days) => addDays(start, days - 1) === end);
  const isMoved = times.some((days) =>
    [days, -days].some((by) =>
      clear.some(({ first, last }) => addDays(first, by) === start && addDays(last, by) === end),
    ),
  );
  if (!isDirect && !isLong && !isMoved) return undefined;
  const isAgainst = (date: LabelledDate) => {
    const role = roleIn(proposal, date);
    if (!isClear(date) || inside(date, claim) || date.role === "past" || date.role === "deadline")
      return false;
    const { first, last } = daysOf(date);
    const isOutside = first < start || last > end;
    return isOutside && (role === undefined || datesOfFlight.has(role)) && mayBeFlight.has(date.role);
  };
  if (seen.dates.some(isAgainst)) return undefined;
  return { flightStart: found(start, evidence), flightEnd: found(end, evidence) };
};

const mayBeFlight: ReadonlySet<DateRole> = new Set<DateRole>([
  "flight",
  "flight_start",
  "flight_end",
  "limit",
  "doubtful",
  "unknown",
]);
const flightDates: ReadonlySet<SpanRole> = new Set<SpanRole>(["flight", "start", "end"]);

/** Whether days are whole months of a list that names each of them, with their year: "Plan 2027 | Jan | Feb | Mar". */
function isWholeMonths(days: string, { quotes }: Claim): boolean {
  const [start = "", end = ""] = days.split(" ")[0]?.split("..") ?? [];
  const words = quotes.map(({ text }) => text).join(" ");
  const listed = spansOf(words, monthsListed).map(({ text }) => monthNamed(text.toLowerCase()));
  const [first, last] = [start, end].map((day) => listed.indexOf(Number(day.slice(5, 7))));
  const inOrder = listed.every((month, i) => i === 0 || (month ?? 0) - (listed[i - 1] ?? 0) === 1);
  const year = start.slice(0, 4);
  return (
    listed.length > 1 &&
    inOrder &&
    first !== undefined &&
    last !== undefined &&
    first >= 0 &&
    last >= first &&
    start.endsWith("-01") &&
    addDays(end, 1).endsWith("-01") &&
    end.startsWith(year) &&
    (words.match(/(?<!\d)20\d\d(?!\d)/g) ?? []).every((each) => each === year) &&
    words.includes(year)
  );
}

const monthsListed = new RegExp(`(?<!\\p{L})${monthPattern}(?!\\p{L})`, "giu");

/** Parts of the flight that are whole months of a list, with shares that the quotes name and that come to a whole, or none. */
export const holdFlights: Hold = (claims, _, { draft, allQuantities }) => {
  const parts = claims.map((claim) => {
    const [days = "", share = ""] = claim.value.split(" ");
    const [start = "", end = ""] = days.split("..");
    const isSaid =
      share === "" ||
      allQuantities.some(
        (quantity) =>
          inside(quantity, claim) && quantity.value !== undefined && percent(quantity.value) === share,
      );
    return {
      value: { start, end, ...(share !== "" && { share: Number(share.slice(0, -1)) / 100 }) },
      quote: isSaid && isWholeMonths(days, claim) ? claim.quotes[0] : undefined,
    };
  });
  const total = parts.reduce((sum, { value: { share = 0 } }) => sum + share, 0);
  const isWhole = parts.every(({ value }) => value.share === undefined) || Math.abs(total - 1) < 0.001;
  const isInFlight = parts.every(
    ({ value }) =>
      value.start >= (draft.flightStart?.value ?? "9") && value.end <= (draft.flightEnd?.value ?? ""),
  );
  const flights = parts.flatMap(({ value, quote }) => (quote ? [found(value, quote)] : []));
  return isWhole && isInFlight && flights.length === parts.length ? { flights } : undefined;
};

const datesOfFlight: ReadonlySet<SpanRole> = new Set<SpanRole>(["flight", "burst", "start", "end"]);

/** The last day of two figures for the year, "20/2/27", where day and month cannot be taken for each other. */
function shortDays(claim: Claim, dates: readonly LabelledDate[]): string[] {
  const end = claim.value.slice(12);
  const [year = "", month = "", day = ""] = end.split("-");
  const pattern = new RegExp(`^0?${Number(day)}[./-]0?${Number(month)}[./-](?:20)?${year.slice(2)}$`);
  const isWritten = dates.some(({ type, text }) => type === "unclear" && pattern.test(text));
  return isWritten && Number(day) > 12 ? [end] : [];
}

/** What stands before the last day of a range: "12.–25.4.27", "10/1 - 20/2/27". */
function firstDays(claim: Claim, dates: readonly LabelledDate[]): string[] {
  const start = claim.value.slice(0, 10);
  const [, month = "", day = ""] = start.split("-");
  const isSameMonth = claim.value.slice(12, 19) === start.slice(0, 7);
  const range = new RegExp(
    `(?<!\\d)0?${Number(day)}[./]?(?:[./]?0?${Number(month)}[./]?)${isSameMonth ? "?" : ""}\\s*[-–]\\s*$`,
  );
  const leads = dates.flatMap((date) =>
    claim.quotes.flatMap((quote) =>
      quote.start <= date.start && date.start < quote.end
        ? quote.text.slice(0, date.start - quote.start)
        : [],
    ),
  );
  return leads.some((lead) => range.test(lead)) ? [start] : [];
}

/** Lengths of time that the quotes name, in days. */
function timesIn(claim: Claim, { allQuantities }: Seen): number[] {
  return allQuantities.flatMap((quantity) => {
    const length = quantity.unit === "week" ? 7 : quantity.unit === "day" ? 1 : undefined;
    const isIts = length !== undefined && quantity.value !== undefined && inside(quantity, claim);
    return isIts ? [quantity.value * length] : [];
  });
}

/** Shares that stand in the quotes and come to a whole, or keep the side of a bound that their words name; one may be the rest. */
export const holdShares =
  (part: "channelShares" | "countryShares"): Hold =>
  (claims, _, { text, allQuantities }) => {
    const shares = claims.map(({ value }) => sharesIn(value));
    const written = (claim: Claim, share: number) =>
      allQuantities.find(
        (quantity) =>
          inside(quantity, claim) &&
          (quantity.unit === "share"
            ? quantity.value !== undefined && percent(quantity.value) === percent(share)
            : quantity.unit === "number" && quantity.value === Math.round(share * 100)),
      );
    const isExact = shares.every(({ min, max }) => min !== undefined && min === max);
    const rest = shares.filter(({ min }, i) => {
      const claim = claims[i];
      return claim !== undefined && min !== undefined && written(claim, min) === undefined;
    });
    const total = shares.reduce((sum, { min = 0 }) => sum + min, 0);
    if (!isExact || Math.abs(total - 1) > 0.001 || rest.length > 1) return undefined;
    const values = claims.map((claim, i) => {
      const share = shares[i] ?? { of: "" };
      const evidence = written(claim, share.min ?? 0) ?? claim.quotes[0] ?? { text, start: 0, end: 0 };
      return found(share, evidence);
    });
    return { [part]: values };
  };

/** "ctv 40%..60%" */
function sharesIn(value: string): PartShare {
  const [of = "", range = ""] = value.split(" ");
  const [min, max] = range
    .split("..")
    .map((each) => (each === "" ? undefined : Number(each.slice(0, -1)) / 100));
  const name = of.length === 2 ? of.toUpperCase() : of;
  return { of: name, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** The shares of the quotes that are the claim's value. */
export function sharesSaid(claim: Claim, { allQuantities }: Seen) {
  return allQuantities.flatMap((quantity) => {
    const { unit, value } = quantity;
    const isIts = unit === "share" && value !== undefined && percent(value) === claim.value;
    return isIts && inside(quantity, claim) ? [{ ...quantity, value }] : [];
  });
}

/** A share that both labellings call the most of something: the most that one seller may have. */
export const holdSellerShare: Hold = ([claim], proposal, seen) => {
  const share = sharesSaid(claim, seen).find((each) => roleIn(proposal, each) === "most");
  return share && { maxSharePerSeller: found(share.value, share) };
};

/** A number of sellers in a quote, in figures or in words, on the side of the bound that the quote names. */
export const holdSellers =
  (part: "minSellers" | "maxSellers"): Hold =>
  ([claim], _, { text }) => {
    for (const quote of claim.quotes)
      for (const word of quote.text.matchAll(/[\p{L}\p{N}]+/gu)) {
        const value = /^\d+$/.test(word[0]) ? Number(word[0]) : numberNamed(word[0].toLowerCase());
        if (value !== Number(claim.value)) continue;
        const start = quote.start + word.index;
        const end = start + word[0].length;
        const sentence = sentenceAround(text, { start, end });
        const bound = boundOf(text.slice(sentence.start, start), text.slice(end, sentence.end));
        if (bound === (part === "minSellers" ? "least" : "most"))
          return { [part]: found(value, { text: word[0], start, end }) };
      }
    return undefined;
  };

/** A least part of impressions to be seen: a share of a quote that speaks of seeing. */
export const holdViewability: Hold = ([claim], _, seen) => {
  const share = sharesSaid(claim, seen).find((each) =>
    claim.quotes.some((quote) => overlaps(quote, each) && seeing.test(quote.text)),
  );
  return share && { viewability: found({ atLeast: share.value }, share) };
};

const seeing = /viewab|visib|visív|visiv|sichtbar|zichtba|widoczn|synlig/iu;

/** So many contacts in a time, in a quote that limits them. */
export const holdFrequencyCap: Hold = ([claim], _, { allQuantities }) => {
  const cap = allQuantities.find(
    ({ unit, value, per = "flight", ...quantity }) =>
      unit === "contacts" && inside(quantity, claim) && `${value}/${per}` === claim.value,
  );
  const quote = claim.quotes.find(({ text }) => limits(text));
  return cap?.value === undefined || quote === undefined
    ? undefined
    : { frequencyCap: found({ times: cap.value, per: cap.per ?? "flight" }, cap) };
};
