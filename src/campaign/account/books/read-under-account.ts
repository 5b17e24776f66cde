import { type Answer, knowsNoAccount, type Read } from "../../../protocol/client/calls.ts";
import type { AccountReference } from "../../../protocol/records/account.ts";
import type { ReadName, RequestOf, ResponseOf } from "../../../protocol/tasks/index.ts";
import { accountFor, accountOf } from "../../model/derived/bought.ts";
import type { CampaignState } from "../../model/state/state.ts";
import { isOrder } from "../../model/step/kinds.ts";

/** Reads of what we hold at a seller, and of what is offered to us alone. */
const ofAnAccount: ReadonlySet<ReadName> = new Set([
  "get_media_buys",
  "get_media_buy_delivery",
  "list_creatives",
  "get_signals",
]);

/**
 * Reads what we hold at a seller under the account that is bought under there: some show nothing without. Who knows no such
 * account is asked without one. `takesAccount`: whether the seller's protocol has the field in this task.
 */
export function readUnderAccount(
  read: Read,
  account: {
    readonly state: () => CampaignState;
    readonly operator: string | undefined;
    readonly takesAccount: (agentUrl: string, task: ReadName) => boolean;
  },
): Read {
  const { state, operator, takesAccount } = account;
  return async <Name extends ReadName>(
    agentUrl: string,
    task: Name,
    request: RequestOf<Name>,
    options?: Parameters<Read>[3],
  ): Promise<Answer<ResponseOf<Name>>> => {
    const isNamed = "account" in request || !ofAnAccount.has(task) || !takesAccount(agentUrl, task);
    const account = isNamed ? undefined : accountAt(agentUrl, state(), operator);
    if (account === undefined) return read(agentUrl, task, request, options);
    const answer = await read(agentUrl, task, { ...request, account }, options);
    return knowsNoAccount(answer) ? await read(agentUrl, task, request, options) : answer;
  };
}

/** The account of the last order there, else the one that an order would be under. */
function accountAt(
  agentUrl: string,
  { steps, sellers = [], brief }: CampaignState,
  operator: string | undefined,
): AccountReference | undefined {
  const order = steps.findLast(({ step }) => isOrder(step) && step.agentUrl === agentUrl);
  if (order !== undefined) return accountOf(order.step).account;
  const seller = sellers.find((one) => one.agentUrl === agentUrl);
  if (brief === undefined) return undefined;
  return accountFor(brief, seller?.account, operator).account;
}
