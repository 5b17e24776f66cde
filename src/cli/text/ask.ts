import type { AnswerOf } from "../../desk/operations.ts";
import { indented } from "../../report/blocks/terminal-text.ts";

export function answerText({ campaign, facts, by, note }: AnswerOf<"ask">): string {
  const chosen = by === "words" ? [] : [`chosen by ${by} among the record's facts`];
  return [
    `campaign ${campaign}`,
    ...(note === undefined ? [] : [`${note}${facts.length > 0 ? ":" : ""}`]),
    ...chosen,
    ...facts.flatMap(({ text }) => indented(text)),
  ].join("\n");
}
