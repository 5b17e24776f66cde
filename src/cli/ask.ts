import { openJournal } from "../campaign/journal.ts";
import { cleanText } from "../lib/clean-text.ts";
import { answerQuestion } from "../report/answer-question.ts";
import { factsOf } from "../report/facts.ts";
import { makeReport } from "../report/report.ts";
import { answerText, askOutput } from "./ask-output.ts";
import { campaignNamed } from "./campaigns.ts";
import { tellSpending } from "./explain.ts";
import { printJson } from "./output.ts";
import { openSession } from "./session.ts";
import { UsageError } from "./usage-error.ts";

const longestQuestion = 500;

/** `flightdesk ask`: the facts of a campaign that answer a question. */
export async function ask(
  campaign: string | undefined,
  words: string,
  flags: Readonly<Record<string, unknown>>,
): Promise<void> {
  const question = cleanText(words, longestQuestion);
  if (question === "") throw new UsageError('ask something: flightdesk ask "why is … not in the plan?"');
  await using session = await openSession(flags, { bare: true });
  const state = openJournal(session.app.ledger, campaignNamed(session.app, campaign)).state();
  const answer = await answerQuestion(question, factsOf(makeReport(state)), session.model().ask);
  if (flags["json"] === true) printJson(askOutput(state.id, question, answer));
  else process.stdout.write(`${answerText(answer)}\n`);
  tellSpending(session);
}
