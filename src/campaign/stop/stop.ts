import type { Ledger } from "../../ledger/ledger.ts";
import { isErrandId } from "../errand/errand.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { campaignsIn, type Desk } from "./desk.ts";
import type { Obedience } from "./obedience.ts";
import type { StopOrder, StopScope } from "./order.ts";
import { pauseBuys } from "./pause-buys.ts";

/** What stopping and going on need: the ledger, the orders, and each campaign's door to its sellers. */
export interface DeskPorts {
  readonly ledger: Ledger;
  readonly desk: Desk;
  readonly ports: (campaignId: string) => ExecutePorts;
}

export interface Stopped {
  readonly order: StopOrder;
  /** Every buy that a standing order is over in the campaigns concerned. */
  readonly buys: readonly Obedience[];
}

/**
 * Writes the order down, from which moment nothing else is begun in any process, then pauses what is live at the sellers.
 * Calling it again tries again whoever has not obeyed. Asks no governance agent, no model, no registry and no policy.
 */
export async function stop(
  scope: StopScope,
  word: { readonly by: string; readonly reason: string },
  { ledger, desk, ports }: DeskPorts,
): Promise<Stopped> {
  const order = desk.stop(scope, word);
  const campaigns = campaignsOf(scope, ledger);
  const heard = await Promise.all(campaigns.map((id) => pauseBuys(ports(id))));
  const concerned = heard.flat().filter(({ sellerId }) => scope.type !== "seller" || sellerId === scope.id);
  return { order, buys: concerned };
}

/** Campaigns that may hold buys which the scope is about. */
export function campaignsOf(scope: StopScope, ledger: Ledger): string[] {
  return scope.type === "campaign" ? [scope.id] : campaignsIn(ledger).filter((id) => !isErrandId(id));
}
