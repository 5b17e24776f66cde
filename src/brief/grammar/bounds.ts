import { anyNumberOf } from "./lexicon.ts";
import { type Cue, cue, endsWith, says } from "./phrases.ts";

export type Bound = "least" | "most";

/** Little words that may stand between a quantity and what says its role: "must be at least", "goal of", ": max." */
const link =
  "(?:\\s+(?!\\s)|[:=|>≥<≤(~-]|{joints|least_before|most_before|below|goal}(?![\\p{L}\\p{N}])){0,12}$";

/** The phrases where a quantity follows them with nothing but little words between. */
export function introducedBy(source: string): Cue {
  return cue(`(?<![\\p{L}\\p{N}])(?:${source})(?!\\p{L})${link}`);
}

/** Words before a quantity say more than words behind it, which may belong to the next one. */
export function boundOf(before: string, after: string): Bound | undefined {
  if (mostBefore.test(before)) return "most";
  if (leastBefore.test(before)) return "least";
  // "more than 40 % is not for social" is the most that is.
  if (moreBefore.test(before)) return denies.test(`${before} … ${after}`) ? "most" : "least";
  if (mostAfter.test(after)) return "most";
  return leastAfter.test(after) ? "least" : undefined;
}

/** Whether words anywhere in a part of a sentence set a limit: "cap", "nobody should see it more than". */
export function limits(words: string): boolean {
  return limit.test(words) || denied.test(words);
}

const joints = anyNumberOf("\\s+{joints}");
const directly = (source: string) => endsWith(`(?:${source})${joints}`);
const behind = (source: string) =>
  cue(`^\\s*\\(?(?:(?:${source})(?!\\p{L})|(?:\\p{L}+\\s+){1,3}?(?:${source})\\s*(?:[.,;()]|$))`);
export const mostBefore = cue(`(?:(?<![\\p{L}\\p{N}]){most_before|below}${joints}|[<≤])\\s*$`);
const leastBefore = directly("{least_before}");
const moreBefore = endsWith(`{beyond}${anyNumberOf("\\s+(?:{joints}|als|than|que|dan|än|di|niż)")}`);
const denies = says("{denial}|{nobody}|{not_one}");
const mostAfter = behind("{most_after}");
const leastAfter = behind("{least_after}");
const limit = says("{most_before}");
const denied = says("{denial}(?!\\p{L})[^.;\\n]{0,70}(?<!\\p{L}){more}");
