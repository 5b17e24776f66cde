import { z } from "zod";
import { cleanText } from "../../lib/clean-text.ts";
import type { Described } from "../../lib/described.ts";
import { answerQuestion } from "../../report/questions/answer-question.ts";
import { factsOf } from "../../report/questions/facts.ts";
import { makeReport } from "../../report/report.ts";
import { campaignInput, comparedOrNamed } from "../campaigns.ts";
import { tellSpending } from "../explain.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

/** What `ask` prints with `--json`. */
export const askOutputSchema = z.strictObject({
  command: z.literal("ask"),
  campaign: z.string(),
  question: z.string(),
  answers: z
    .enum(["yes", "in-part", "no", "unsure"])
    .describe(
      "whether the facts answer the question, as the model claims; unsure where no model has read them",
    ),
  facts: z
    .array(z.strictObject({ topic: z.string(), text: z.string().describe("parts may quote sellers") }))
    .describe("of the campaign's record, the closest to the question first"),
  by: z.string().describe("who chose the facts: model and prompt, or words"),
  note: z.string().optional(),
});

const longestQuestion = 500;

/** The facts of a campaign's record that answer a question. */
export const ask = operation({
  input: z.strictObject({ ...campaignInput, question: z.string() }),
  output: askOutputSchema,
  run: async (desk, { campaign, question: words }): Promise<Described<typeof askOutputSchema>> => {
    const question = cleanText(words, longestQuestion);
    if (question === "") throw new UsageError('ask something: flightdesk ask "why is … not in the plan?"');
    const state = await comparedOrNamed(desk, campaign);
    const answer = await answerQuestion(question, factsOf(makeReport(state)), desk.model().ask);
    tellSpending(desk, (await desk.app.ports(state.id)).progress);
    const facts = answer.facts.map(({ topic, text }) => ({ topic, text }));
    return { command: "ask", campaign: state.id, question, ...answer, facts };
  },
});
