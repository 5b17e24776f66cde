import type { LeastRate } from "../../brief.ts";
import { matches, type Span, sentenceAround, spanFrom, spanOf } from "../../grammar/spans.ts";
import { type Found, found } from "../draft.ts";

/** Who measures whether ads are seen, as the trade calls them, with their domains. */
const measurers = [
  [/\bIAS\b|\bintegral ad science\b/i, "integralads.com"],
  [/\bdouble ?verify\b|\bDV\b/i, "doubleverify.com"],
  [/\bpixalate\b/i, "pixalate.com"],
  [/\badloox\b/i, "adloox.com"],
] as const;

/** The only one that some words name: of two, neither is who measures for certain. */
export function measurerIn(words: string): (Span & { readonly domain: string }) | undefined {
  const [only, ...others] = measurers.flatMap(([name, domain]) => {
    const match = name.exec(words);
    return match === null ? [] : [{ ...spanOf(match), domain }];
  });
  return others.length > 0 ? undefined : only;
}

/** "70% viewability, measured by IAS": a rate with who measures it, where its sentence denies nothing. */
export function withMeasurer(text: string, rate: Found<number>, denied: RegExp): Found<LeastRate> {
  const { evidence, value: atLeast } = rate;
  const sentence = sentenceAround(text, evidence);
  const by = matches(denied, sentence.text) ? undefined : measurerIn(sentence.text);
  if (by === undefined) return { ...rate, value: { atLeast } };
  const at = sentence.start + by.start;
  const [start, end] = [Math.min(at, evidence.start), Math.max(at + by.text.length, evidence.end)];
  return found({ atLeast, vendor: by.domain }, spanFrom(text, start, end));
}
