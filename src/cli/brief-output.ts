import { z } from "zod";
import type { Question } from "../campaign/brief/brief.ts";
import type { BriefProblem } from "../campaign/brief/problem.ts";

const place = { line: z.number().int(), column: z.number().int() };

/** What `brief new` and `brief check` print with `--json`. */
export const briefOutputSchema = z.strictObject({
  command: z.enum(["brief new", "brief check"]),
  file: z.string(),
  problems: z
    .array(
      z.strictObject({
        ...place,
        field: z.string(),
        message: z.string().describe("what is wrong, what to write"),
      }),
    )
    .describe("what is wrong with the file; exit code 2 where there is anything"),
  questions: z
    .array(z.strictObject({ field: z.string(), text: z.string() }))
    .describe("what is open; exit code 3 where there is anything and no problem"),
});
type BriefOutput = z.infer<typeof briefOutputSchema>;

export function briefOutput(
  command: BriefOutput["command"],
  file: string,
  questions: readonly Question[],
  problems: readonly BriefProblem[] = [],
): BriefOutput {
  return {
    command,
    file,
    problems: problems.map(({ line, column, field, message }) => ({ line, column, field, message })),
    questions: questions.map(({ field, text }) => ({ field, text })),
  };
}
