import type { Question } from "../../model/brief.ts";
import type { Untaken } from "../draft.ts";
import { findMoney } from "../grammar/amounts.ts";
import { findDates } from "../grammar/dates.ts";
import { sentenceAround, spansOf, words } from "../grammar/spans.ts";

/**
 * Sentences that speak to a machine instead of about a campaign, with what follows them on the line. `text` is the text with
 * spaces in their place, so that no value is taken from them; what they say of money and time is asked about.
 */
export function setInstructionsAside(text: string): {
  text: string;
  questions: Question[];
  untaken: Untaken[];
} {
  const questions: Question[] = [];
  const untaken: Untaken[] = [];
  let kept = text;
  for (const span of spansOf(text, addressing)) {
    const { start } = sentenceAround(text, span);
    const lineEnd = text.indexOf("\n", span.end);
    const end = lineEnd < 0 ? text.length : lineEnd;
    if (kept.slice(start, end).trim() === "") continue;
    const order = text.slice(start, end).trim();
    kept = kept.slice(0, start) + " ".repeat(end - start) + kept.slice(end);
    untaken.push({ text: text.slice(start, end), start, end, why: "order" });
    const fields = [
      ...(findMoney(order).length > 0 ? ["budget"] : []),
      ...(findDates(order, "2000-01-01").length > 0 ? ["flight"] : []),
    ];
    for (const field of fields.length > 0 ? fields : ["brief"])
      questions.push({
        field,
        text: `The text holds an order to a machine, which was not followed: "${order.slice(0, 200)}". Does it say anything of the campaign?`,
      });
  }
  return { text: kept, questions, untaken };
}

const addressing = words(
  [
    "system (?:override|prompt|message|instruction)",
    "(?:ignore|disregard|forget|override) (?:all |any |the |every |your )*(?:previous|prior|above|earlier|other|former)? ?(?:instructions?|prompts?|rules|guidelines|policies|limits|approvals?)",
    "(?:note|message|instructions?|attention|memo)(?: (?:to|for))?(?: the)?:? (?:AI|LLM|assistant|model|agent|bot)(?: assistant| agent| model)?",
    "you are (?:now )?(?:an?|the) (?:AI|assistant|agent|model|bot)",
    "(?:skip|bypass|without) (?:all |any |the |human )*approvals?",
    "(?:ignoriere|missachte|vergiss)n? Sie (?:alle|die|sämtliche)? ?(?:vorherigen|bisherigen|obigen)? ?(?:Anweisungen|Regeln)",
    "(?:ignoriere|missachte|vergiss) (?:alle|die|sämtliche)? ?(?:vorherigen|bisherigen|obigen)? ?(?:Anweisungen|Regeln)",
    "(?:Hinweis|Anweisung) an (?:die KI|das Modell|den Assistenten|den Agenten)",
    "(?:ignore[zr]?|oublie[zr]?) (?:toutes )?(?:les |vos )?(?:instructions|consignes|règles)(?: précédentes)?",
    "(?:note|consigne) (?:à|pour) l['’](?:IA|assistant|agent)",
    "(?:ignora|ignore|olvida) (?:todas )?(?:las |tus )?(?:instrucciones|reglas)(?: anteriores)?",
    "(?:nota|instrucción) para (?:la IA|el asistente|el agente|el modelo)",
  ].join("|"),
);
