import { findMoney } from "../../grammar/amounts.ts";
import { findDates } from "../../grammar/dates.ts";
import { lexiconOf } from "../../grammar/lexicon.ts";
import { ask, type OpenQuestion } from "../../grammar/question.ts";
import { sentenceAround, spansOf } from "../../grammar/spans.ts";
import type { UnreadPhrase } from "../draft.ts";

/**
 * Sentences that speak to a machine instead of about a campaign, with what follows them on the line. `text` is the text with
 * spaces in their place, so that no value is taken from them; what they say of money and time is asked about.
 */
export function setInstructionsAside(text: string) {
  const questions: OpenQuestion[] = [];
  const untaken: UnreadPhrase[] = [];
  let kept = text;
  for (const span of spansOf(text, lexiconOf().words("orders"))) {
    const { start } = sentenceAround(text, span);
    const lineEnd = text.indexOf("\n", span.end);
    const end = lineEnd < 0 ? text.length : lineEnd;
    if (kept.slice(start, end).trim() === "") continue;
    const order = text.slice(start, end);
    kept = kept.slice(0, start) + " ".repeat(end - start) + kept.slice(end);
    untaken.push({ text: order, start, end, why: "order" });
    const fields = [
      ...(findMoney(order).length > 0 ? ["budget"] : []),
      ...(findDates(order, "2000-01-01").length > 0 ? ["flight"] : []),
    ];
    const words = { text: order.trim().slice(0, 200), start, end };
    for (const field of fields.length > 0 ? fields : ["brief"])
      questions.push(ask(field, "brief.order", { words }));
  }
  return { text: kept, questions, untaken };
}
