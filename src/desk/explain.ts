import type { Ports } from "../campaign/model/state/ports.ts";
import { readOffers } from "../campaign/reading/read-offers.ts";
import { formatMicroUsd } from "../llm/meter.ts";
import { type Explanation, explainPlan } from "../report/questions/explain-plan.ts";
import { makeReport } from "../report/report.ts";
import type { Desk } from "./desk.ts";

/** A model's reading of the offers, written down, and the plan in words; undefined where there is no plan. */
export async function explain(
  { journal, progress }: Pick<Ports, "journal" | "progress">,
  desk: Pick<Desk, "model">,
): Promise<Explanation | undefined> {
  const model = desk.model();
  const unread = await readOffers(journal, model.ask);
  for (const [reason, count] of unread)
    progress(`${count} ${count === 1 ? "product was" : "products were"} not read: ${reason}`);
  const state = journal.state();
  const explanation = state.plan === undefined ? undefined : await explainPlan(makeReport(state), model.ask);
  tellSpending(desk, progress);
  return explanation;
}

/** Tells what the model has cost in this run; nothing where it was not asked. */
export function tellSpending({ model }: Pick<Desk, "model">, progress: Ports["progress"]): void {
  const { calls, microUsd, budgetMicroUsd } = model().spending();
  if (calls > 0)
    progress(
      `the model was asked ${calls === 1 ? "once" : `${calls} times`}: ${formatMicroUsd(microUsd)} of ${formatMicroUsd(budgetMicroUsd)}`,
    );
}
