import type { App } from "../../../src/app.ts";
import { isOrder } from "../../../src/campaign/model/step/kinds.ts";

/** What a campaign has left behind, in the sellers' books and in the ledger. */
export interface Findings {
  /** Steps that buy and are done. */
  readonly bought: readonly string[];
  /** Buys in the sellers' books, once for each time that they are there. */
  readonly booked: readonly string[];
  /** Steps that are neither done nor replaced. */
  readonly open: readonly string[];
  /** Amounts that are reserved and neither spent nor given back. */
  readonly reserved: readonly string[];
  /** Spent of the budget, in minor units: what the ledger has committed, and what the steps that bought had in the plan. */
  readonly committed: number;
  readonly planned: number;
  readonly ledgerFaults: readonly string[];
}

export async function inspect({ ledger, ports }: App, campaignId: string): Promise<Findings> {
  const { journal, read } = await ports(campaignId);
  const { steps } = journal.state();
  const buys = steps.filter(({ step }) => isOrder(step));
  const sellers = [...new Set(buys.map(({ step }) => step.agentUrl))];
  const books = await Promise.all(
    sellers.map(async (agentUrl) => {
      const answer = await read(agentUrl, "get_media_buys", {});
      if (answer.type !== "answered") throw new Error(`${agentUrl} does not show its books`);
      return answer.payload.media_buys;
    }),
  );
  const claims = await ledger.reservations(campaignId);
  const done = buys.filter(({ status }) => status === "done");
  return {
    bought: done.map(({ step }) => String(step.arguments["buyer_ref"])),
    booked: books.flat().map(({ buyer_ref }) => String(buyer_ref)),
    open: steps
      .filter(({ status }) => status !== "done" && status !== "replaced")
      .map(({ step, status }) => `${step.id}: ${status}`),
    reserved: claims.filter(({ state }) => state === "reserved").map(({ stepId }) => stepId),
    committed: sum(
      claims
        .filter(({ state, claim }) => state === "committed" && claim.scope === "budget")
        .map(({ claim }) => claim.minor),
    ),
    planned: sum(done.map(({ step }) => step.planAmount.minor)),
    ledgerFaults: (await ledger.verify()).map(({ reason }) => reason),
  };
}

/** Buys that are in the books more often than once. */
export function doubleBuys({ booked }: Findings): string[] {
  return [...new Set(booked.filter((one, i) => booked.indexOf(one) !== i))];
}

/** Buys of an undisturbed campaign that are not in the books, or that the ledger knows nothing of. */
export function lostBuys({ bought, booked }: Findings, expected: readonly string[]): string[] {
  return expected.filter((one) => !booked.includes(one) || !bought.includes(one));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
