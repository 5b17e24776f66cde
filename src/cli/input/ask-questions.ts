import { autocompleteMultiselect, isCancel, log, note, select, text } from "@clack/prompts";
import { z } from "zod";
import type { OpenField } from "../../brief/reader/answer-brief.ts";
import { none, oneLine } from "../../brief/reader/write-brief.ts";
import { UsageError } from "../../desk/usage-error.ts";
import { readDataFile } from "./read-data-file.ts";

/** Answers of a YAML or JSON file. Throws a UsageError where one is missing or answers nothing. */
export async function answersIn(file: string, open: readonly OpenField[]): Promise<Record<string, unknown>> {
  const answers = await readDataFile(file, z.record(z.string(), z.unknown()));
  const ids = open.map(({ id }) => id);
  const missing = ids.filter((id) => answers[id] === undefined || answers[id] === null);
  const unknown = Object.keys(answers).filter((id) => !ids.includes(id));
  const problems = [
    ...(missing.length > 0 ? [`no answer for ${missing.join(", ")}`] : []),
    ...(unknown.length > 0 ? [`${unknown.join(", ")} is not asked about`] : []),
  ];
  if (problems.length === 0) return answers;
  throw new UsageError(
    `${file}: ${problems.join("; ")}; open are ${ids.join(", ") || "no questions"}; nothing was written`,
  );
}

/**
 * Asks a person about each open field, one by one, until all are settled or the person breaks it off. `settle` says why an answer
 * does not fit. What gets an empty answer stays open.
 */
export async function askQuestions(
  open: readonly OpenField[],
  settle: (id: string, answer: unknown) => Promise<string | undefined>,
): Promise<void> {
  for (const field of open) {
    note(field.questions.map(oneLine).join("\n"), field.id);
    let problem: string | undefined;
    do {
      if (problem !== undefined) log.warn(oneLine(problem));
      const answer = await askOne(field);
      if (answer === undefined) return;
      if (answer === "") break;
      problem = await settle(field.id, answer);
    } while (problem !== undefined);
  }
}

const other = "Something else";
const noneOfThem = "None of them";
const leftOpen = "Leave it open";

/** The answer, empty where it is left open; undefined where the person breaks it off. */
async function askOne({ id, current, choices, several, suggestions }: OpenField) {
  const message = `Your answer for ${id}`;
  if (choices !== undefined && several) {
    const chosen = await autocompleteMultiselect({
      message,
      options: choices.map((value) => ({ value, label: value })),
      initialValues: current === undefined ? [] : current.split(", "),
    });
    return isCancel(chosen) ? undefined : chosen.length === 0 ? "" : chosen;
  }
  const all = several && suggestions.length > 1 ? [suggestions.join(", ")] : [];
  const offered = choices ?? [...all, ...suggestions];
  const known = current === undefined || offered.includes(current) ? [] : [current];
  if (offered.length + known.length > 0) {
    const options = [
      ...known.map((value) => ({ value: "keep", label: oneLine(value), hint: "as it was read" })),
      ...offered.map((value) => ({ value, label: oneLine(value) })),
      ...(choices ? [] : [{ value: other, label: other }]),
      ...(several && suggestions.length > 0 ? [{ value: none, label: noneOfThem }] : []),
      { value: "", label: leftOpen },
    ];
    const chosen = await select({ message, options });
    if (isCancel(chosen)) return undefined;
    if (chosen !== other) return chosen;
  }
  const written = await text({
    message,
    placeholder: "empty leaves it open",
    initialValue: current,
  });
  return isCancel(written) ? undefined : written;
}
