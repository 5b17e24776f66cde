import { fromDecimal, type Money, money, sum } from "../../lib/money.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { isTerminal, mediaBuyStates } from "../../protocol/states.ts";
import { buyKey, buyNamedIn } from "../buy-identity.ts";
import type { Ports } from "../ports.ts";
import type { CampaignState, StepState } from "../state.ts";
import type { BuyChange, Difference, Kept } from "./buy-change.ts";
import { bindings, keptOf } from "./kept.ts";
import { notMade } from "./not-made.ts";
import { readBuy, readSpent } from "./read-buy.ts";

type CheckPorts = Pick<Ports, "journal" | "read">;

/**
 * Reads back every change that a seller has agreed to and that has not been seen in its books yet, and gives back what a
 * smaller buy binds no more: never below what the seller reports as spent, and nothing while it does not report. Returns
 * what is not as it was asked for, by step.
 */
export async function checkChanges(ports: CheckPorts): Promise<ReadonlyMap<string, readonly string[]>> {
  const open = unchecked(ports.journal.state());
  const findings = await Promise.all(
    open.map(async (current) => [current.step.id, await check(current, ports)] as const),
  );
  return new Map(findings);
}

type Made = StepState & { readonly change: BuyChange };

/** Changes that are done and not seen to be; where a later one is about the same field, the later one alone. */
function unchecked({ steps }: CampaignState): Made[] {
  const done = steps.flatMap((current): Made[] => {
    const { change } = current.step;
    return change === undefined || current.status !== "done" ? [] : [{ ...current, change }];
  });
  const last = new Map(done.flatMap((one) => fieldsOf(one).map((field) => [field, one] as const)));
  return done.filter(
    (one) => one.check?.made !== true && fieldsOf(one).every((field) => last.get(field) === one),
  );
}

function fieldsOf({ step, change: { differences } }: Made): string[] {
  const buy = buyKey(buyNamedIn(step));
  return differences.map((one) => [buy, one.field, "packageId" in one ? one.packageId : ""].join("/"));
}

async function check({ step, change, check: before }: Made, ports: CheckPorts): Promise<readonly string[]> {
  const { mediaBuyId } = change.subject;
  // As of before the look: what is bought meanwhile may not be in what the seller tells, and keeps all that it binds.
  const bound = bindings(ports.journal.state(), { sellerId: step.agentId, mediaBuyId });
  const told = await readBuy(step.agentUrl, mediaBuyId, ports);
  if (told.type === "silent")
    return [`${step.agentId} does not say how ${mediaBuyId} stands: ${told.reason}`];
  const missing = notMade(change.differences, told.value).map(
    (finding) => `${step.agentId} agreed and did not do it: ${finding}`,
  );
  if (missing.length > 0) {
    if (before === undefined)
      ports.journal.record(
        { type: "change-checked", stepId: step.id, made: false, findings: missing },
        `unmade/${step.id}`,
      );
    return missing;
  }
  const given = change.differences.some(movesMoney)
    ? await giveBack(step.agentUrl, { change, buy: told.value, bound }, ports)
    : { kept: [] };
  if ("unknown" in given) return [`nothing is given back yet at ${step.agentId}: ${given.unknown}`];
  ports.journal.record(
    { type: "change-checked", stepId: step.id, made: true, findings: [], ...given },
    `made/${step.id}`,
  );
  return [];
}

type GivenBack = { readonly kept: readonly Kept[]; readonly spent?: Money } | { readonly unknown: string };

function movesMoney(difference: Difference): boolean {
  return difference.field === "budget" || (difference.field === "status" && difference.after === "canceled");
}

async function giveBack(
  agentUrl: string,
  {
    change: { subject },
    buy,
    bound,
  }: { readonly change: BuyChange; readonly buy: MediaBuy; readonly bound: readonly Kept[] },
  ports: CheckPorts,
): Promise<GivenBack> {
  const { currency } = subject.bought.amount;
  const budget = isTerminal(mediaBuyStates, buy.status) ? money(0, currency) : budgetOf(buy, currency);
  if (budget === undefined) return { unknown: "it does not tell the budget of each package" };
  const all = sum(
    bound.map(({ amount }) => amount),
    currency,
  );
  if (budget.minor >= all.minor) return { kept: [] };
  const told = await readSpent(agentUrl, subject.mediaBuyId, currency, ports);
  if (told.type === "silent") return { unknown: told.reason };
  const spent = told.value.total;
  return { kept: keptOf(bound, money(Math.max(budget.minor, spent.minor), currency)), spent };
}

/** The budgets of all packages together; undefined where one is not told. */
function budgetOf({ packages = [] }: MediaBuy, currency: string): Money | undefined {
  const budgets = packages.flatMap(({ budget }) =>
    budget === undefined ? [] : [fromDecimal(budget, currency)],
  );
  return packages.length === 0 || budgets.length < packages.length ? undefined : sum(budgets, currency);
}
