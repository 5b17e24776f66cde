import { z } from "zod";
import { tasks } from "../../protocol/tasks/index.ts";
import { governedAccountsSchema } from "../../protocol/tasks/sync_governance.ts";
import type { AccountBook } from "../account-book.ts";
import type { Payload } from "../payload.ts";
import { Refusal } from "../refusal.ts";
import { type Tool, tool } from "../tool.ts";

/** What a seller gets: callers keep a mark where the credential stands here. */
const accountsSchema = governedAccountsSchema(z.string().min(32));

/**
 * Which governance agent a buyer's account answers to, acknowledged without its credential. The deployment's own is asked about
 * orders that bring no approval (`agents.ts`); others are not to be reached from here.
 */
export function governanceSyncTool({ check, setGovernance }: AccountBook): Tool {
  const { sync_governance } = tasks;
  const request = sync_governance.request.extend({ accounts: accountsSchema });
  return tool({ ...sync_governance, request }, ({ accounts }, { principal }) => ({
    accounts: accounts.map(({ account, governance_agents }) => {
      const agents = governance_agents.map(({ url }) => ({ url }));
      const answerOf = () => {
        check(account, principal);
        setGovernance(account, principal, agents[0]?.url);
      };
      return { account, ...currentState(answerOf), governance_agents: agents };
    }),
  }));
}

/** One account that is not known leaves the others as they are. */
function currentState(apply: () => void): Payload & { readonly status: string } {
  try {
    apply();
    return { status: "synced" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: "failed", errors: [{ code: error.code, message: error.message }] };
  }
}
