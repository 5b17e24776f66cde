import { type DraftBurst, type Found, found } from "../draft.ts";
import { says } from "../grammar/phrases.ts";
import { sentenceAround } from "../grammar/spans.ts";
import type { LabelledDate } from "../label-dates.ts";
import { type Asked, ask } from "../question.ts";

type Period = Extract<LabelledDate, { type: "period" }>;

/**
 * Parts of the flight with nothing between them: "two bursts, 1-14 March 2027 (60%) and 3-16 May 2027 (40%)". A word for them
 * must stand in the sentence or the line of the periods; shares count where every burst has one and they add up to the whole.
 */
export function findBursts(
  text: string,
  dates: readonly LabelledDate[],
): { found: readonly Found<DraftBurst>[]; questions: readonly Asked[] } {
  const relevant = dates.filter(({ role }) => role !== "deadline" && role !== "past");
  const periods = relevant.filter((date) => date.type === "period");
  const apart = periods.every((period, i) => i === 0 || period.first > (periods[i - 1]?.last ?? ""));
  const named = periods.every((period) => burstWords.test(sentenceAround(text, period).text));
  if (periods.length < 2 || periods.length < relevant.length || !apart || !named)
    return { found: [], questions: [] };
  const shares = periods.map((period, i) => shareOf(text, period, periods[i + 1]));
  const sum = shares.reduce<number>((total, share) => total + (share?.share ?? 0), 0);
  const whole = shares.every((share) => share !== undefined) && Math.abs(sum - 1) < 0.005;
  const bursts = periods.map((period, i) => {
    const { first: start, last: end } = period;
    const share = whole ? shares[i]?.share : undefined;
    const to = shares[i]?.end ?? period.end;
    const evidence = { text: text.slice(period.start, to), start: period.start, end: to };
    return found({ start, end, ...(share !== undefined && { share }) }, evidence);
  });
  if (whole || sum === 0) return { found: bursts, questions: [] };
  const words = shares.flatMap((share) => (share === undefined ? [] : [share]));
  return { found: bursts, questions: [ask("flights", "flight.bursts", { words })] };
}

/** The percentage directly behind a period, and where it ends. */
function shareOf(text: string, { end }: Period, next: Period | undefined) {
  const after = text.slice(end, Math.min(next?.start ?? text.length, end + 40));
  const percent = /^\s*[(:,–|-]?\s*(?:\p{L}+\s+){0,2}(?<number>\d{1,3}(?:[.,]\d)?)\s?%/u.exec(after);
  const [number, words] = [percent?.groups?.["number"], percent?.[0]];
  if (number === undefined || words === undefined) return undefined;
  return {
    share: Number(number.replace(",", ".")) / 100,
    text: `${number}%`,
    start: end + after.indexOf(number),
    end: end + words.length,
  };
}

const burstWords = says("{bursts}");
