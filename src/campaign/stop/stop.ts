import type { Ledger } from "../../ledger/ledger.ts";
import { sellerName } from "../../lib/address.ts";
import { isAdminTaskId } from "../admin/admin-task.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { concerns, type PauseStatus, type StopOrder, type StopScope } from "../model/decisions/stop-order.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import { sellerAt } from "../model/derived/seller-at.ts";
import { statesOf } from "../model/state/journal.ts";
import { isOrder } from "../model/step/kinds.ts";
import { type Objection, objectionsTo } from "./objections.ts";
import { pauseBuys } from "./pause-buys.ts";
import { campaignsIn, type StopOrders } from "./stop-orders.ts";

/** What stopping and going on need: the ledger, the orders, and each campaign's ports to its sellers. */
export interface StopPorts {
  readonly ledger: Ledger;
  readonly stopOrders: StopOrders;
  readonly ports: (campaignId: string) => Promise<ExecutePorts>;
}

export interface Stopped {
  readonly order: StopOrder;
  /** Every buy that an order in force is over in the campaigns concerned. */
  readonly buys: readonly PauseStatus[];
  /** Pauses that the governance agent has not agreed to. */
  readonly objections: readonly Objection[];
}

/**
 * Writes the order down, from which moment nothing else is begun in any process, then pauses what is live at the sellers.
 * Calling it again asks again each seller whose buy still runs. The governance agent is asked in passing; no model, no registry and no
 * policy is.
 */
export async function stop(
  scope: StopScope,
  word: { readonly by: string; readonly reason: string },
  { ledger, stopOrders, ports }: StopPorts,
): Promise<Stopped> {
  const order = await stopOrders.stop(scope, { ...word, alsoKnownBy: await knownBy(scope, ledger) });
  if (ledger.unmigrated !== undefined)
    return { order, buys: await unpausable(scope, ledger, ledger.unmigrated), objections: [] };
  const campaigns = await Promise.all((await campaignsOf(scope, ledger)).map((id) => ports(id)));
  const answers = await Promise.all(
    campaigns.map(async (campaign) => {
      const buys = await pauseBuys(campaign);
      return buys.filter(({ sellerId }) => concerns(order, sellerAt(campaign.journal.state(), sellerId)));
    }),
  );
  const objections = campaigns.flatMap(({ journal }) => objectionsTo(order, journal.state()));
  return { order, buys: answers.flat(), objections };
}

/** Buys that cannot be paused from here, as no step can be recorded. */
async function unpausable(scope: StopScope, ledger: Ledger, why: string): Promise<PauseStatus[]> {
  const states = await statesOf(ledger, await campaignsOf(scope, ledger));
  return states.flatMap((state) =>
    state.steps.flatMap((current): PauseStatus | [] => {
      const { step, status, intent } = current;
      if (!isOrder(step) || intent === undefined || status === "failed") return [];
      const mediaBuyId = mediaBuyIdOf(current);
      return {
        campaignId: state.id,
        sellerId: step.agentId,
        stepId: step.id,
        ...(mediaBuyId === undefined ? {} : { mediaBuyId }),
        stopped: false,
        reason: `pause it at its seller yourself: ${why}`,
      };
    }),
  );
}

/** What campaigns know a seller by beside the name that it is stopped under. */
async function knownBy(scope: StopScope, ledger: Ledger): Promise<string[]> {
  if (scope.type !== "seller") return [];
  const name = sellerName(scope.id);
  const states = await statesOf(ledger, await campaignsIn(ledger));
  const groups = states.flatMap((state) => state.groups ?? []);
  const meant = groups.filter(({ names }) => names.includes(name));
  const all = new Set(meant.flatMap(({ names, marks }) => [...names, ...marks]));
  all.delete(name);
  return [...all].sort();
}

/** Campaigns that may hold buys which the scope is about. */
export async function campaignsOf(scope: StopScope, ledger: Ledger): Promise<string[]> {
  return scope.type === "campaign"
    ? [scope.id]
    : (await campaignsIn(ledger)).filter((id) => !isAdminTaskId(id));
}
