import { z } from "zod";
import type { Question } from "../campaign/brief/brief.ts";
import type { BriefProblem } from "../campaign/brief/problem.ts";
import type { FeasibilityFinding } from "../campaign/feasibility/finding.ts";
import { feasibilitySchema } from "../report/schema/feasibility.ts";

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
  feasibility: feasibilitySchema.optional(),
});
type BriefOutput = z.infer<typeof briefOutputSchema>;

export function briefOutput(
  command: BriefOutput["command"],
  file: string,
  questions: readonly Question[],
  problems: readonly BriefProblem[] = [],
  feasibility: readonly FeasibilityFinding[] = [],
): BriefOutput {
  return {
    command,
    file,
    problems: problems.map(({ line, column, field, message }) => ({ line, column, field, message })),
    questions: questions.map(({ field, text }) => ({ field, text })),
    ...(feasibility.length > 0 && {
      feasibility: feasibility.map(({ remedies, ...finding }) => ({ ...finding, remedies: [...remedies] })),
    }),
  };
}
