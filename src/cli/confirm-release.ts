import { type StopScope, scopeWords, stopReason } from "../campaign/model/decisions/stop-order.ts";
import { campaignNamed } from "../desk/campaigns.ts";
import type { Desk } from "../desk/desk.ts";
import { UsageError } from "../desk/usage-error.ts";
import { cleanText } from "../lib/clean-text.ts";
import { openTerminal } from "./terminal.ts";

/** Money flows again: a person types, at a terminal, what it is that goes on. */
export async function confirmRelease(scope: StopScope, { app }: Pick<Desk, "app">): Promise<void> {
  if (scope.type === "campaign") await campaignNamed(app, scope.id);
  const stopFile = app.stopOrders.stopFile();
  if (stopFile !== undefined) throw new UsageError(`${stopFile} stops everything: remove it first`);
  using terminal = openTerminal("the stop stands");
  for (const order of await app.stopOrders.orders())
    terminal.show(cleanText(`${scopeWords(order.scope)} ${stopReason(order)}`, 600));
  const word = scope.type === "all" ? "everything" : scope.id;
  const typed = (await terminal.ask(`Type ${word} to release it: `)).trim();
  if (typed !== word) throw new UsageError(`the stop stands: "${typed}" is not ${word}`);
}
