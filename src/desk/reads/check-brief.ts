import { z } from "zod";
import type { Brief, Question } from "../../brief/brief.ts";
import type { BriefProblem } from "../../brief/file/problem.ts";
import { assessFeasibility } from "../../campaign/feasibility/assess-feasibility.ts";
import type { FeasibilityFinding } from "../../campaign/model/decisions/preflight-finding.ts";
import { dayOf } from "../../lib/days.ts";
import { loadExchange } from "../files/exchange.ts";
import { read } from "../intake/intake.ts";
import { operation } from "../operation.ts";
import { briefInputSchema } from "../read-brief.ts";

export interface CheckedBrief {
  /** Absent where something is wrong with it. */
  readonly brief?: Brief;
  readonly problems: readonly BriefProblem[];
  readonly questions: readonly Question[];
  readonly feasibility: readonly FeasibilityFinding[];
}

const place = { line: z.number().int(), column: z.number().int() };

/** Every mistake in a brief.yaml with its place, what is open, and what cannot be had for the money. */
export const checkBrief = operation({
  input: briefInputSchema,
  output: z.strictObject({
    brief: z.looseObject({ name: z.string() }).optional().describe("absent where something is wrong with it"),
    problems: z.array(z.looseObject({ ...place, field: z.string(), message: z.string() })),
    questions: z.array(z.looseObject({ field: z.string(), text: z.string() })),
    feasibility: z.array(z.looseObject({ text: z.string() })),
  }),
  run: async ({ settings }, { name, text }): Promise<CheckedBrief> => {
    const reading = await read("briefFile", { name, text });
    if (reading.type !== "brief") {
      const { problems, questions } = reading;
      const wrong = problems.filter((problem) => !isAsked(problem, questions));
      return { problems: wrong, questions, feasibility: [] };
    }
    const { brief } = reading;
    const over = await flightOver(brief, name, text);
    if (over !== undefined) return { problems: [over], questions: brief.questions, feasibility: [] };
    const feasibility = assessFeasibility(brief, loadExchange(settings.exchange));
    return { brief, problems: [], questions: brief.questions, feasibility };
  },
});

/** A flight whose days are over: the file is a brief, and nothing can be bought for it any more. */
async function flightOver({ flight }: Brief, file: string, text: string): Promise<BriefProblem | undefined> {
  if (flight.end >= dayOf(Date.now())) return undefined;
  const [place = { line: 1, column: 1 }] = await read("places", {
    name: file,
    text,
    paths: [["flight", "end"]],
  });
  return { file, ...place, field: "flight.end", message: `is over, ${flight.end}; write a day to come` };
}

/** A value that is missing because it is asked about is a question, not a mistake. */
function isAsked({ missing, field }: BriefProblem, questions: readonly Question[]): boolean {
  const isCovered = (other: string) =>
    other === field || other.startsWith(`${field}.`) || field.startsWith(`${other}.`);
  return missing === true && questions.some((question) => isCovered(question.field));
}
