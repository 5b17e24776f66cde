import type { Journal } from "../campaign/journal.ts";
import { readOffers } from "../campaign/read-offers.ts";
import { formatMicroUsd } from "../llm/meter.ts";
import { type Explanation, explainPlan } from "../report/explain-plan.ts";
import { makeReport } from "../report/report.ts";
import { lineWidth } from "../report/terminal/columns.ts";
import { wrapText } from "../report/terminal/text-width.ts";
import type { Session } from "./session.ts";

/** `--explain`: a model's reading of the offers, written down, and the plan in words; undefined where there is no plan. */
export async function explain(journal: Journal, session: Session): Promise<Explanation | undefined> {
  const model = session.model();
  const unread = await readOffers(journal, model.ask);
  for (const [reason, count] of unread)
    tell(`${count} ${count === 1 ? "product was" : "products were"} not read: ${reason}`);
  const state = journal.state();
  const explanation = state.plan === undefined ? undefined : await explainPlan(makeReport(state), model.ask);
  tellSpending(session);
  return explanation;
}

/** The explanation as a titled block of text. */
export function explanationText({ sentences, by, note }: Explanation): string {
  const source =
    by === "rules" ? `by rules${note === undefined ? "" : `: ${note}`}` : `words by ${by}, figures by code`;
  const lines = [source, ...sentences].flatMap((text) => wrapText(text, lineWidth - 2));
  return ["in words", ...lines.map((line) => `  ${line}`)].join("\n");
}

/** What the model has cost in this run, on standard error; nothing where it was not asked. */
export function tellSpending(session: Session): void {
  const { calls, microUsd, budgetMicroUsd } = session.model().spending();
  if (calls > 0)
    tell(
      `the model was asked ${calls} times: ${formatMicroUsd(microUsd)} of ${formatMicroUsd(budgetMicroUsd)}`,
    );
}

function tell(line: string): void {
  process.stderr.write(`  · ${line}\n`);
}
