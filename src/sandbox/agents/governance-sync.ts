import { z } from "zod";
import type { AccountReference } from "../../protocol/records/account.ts";
import { tasks } from "../../protocol/tasks/index.ts";
import { governedAccountsSchema } from "../../protocol/tasks/sync_governance.ts";
import type { Payload } from "../payload.ts";
import { Refusal } from "../refusal.ts";
import { type Tool, tool } from "../tool.ts";

/** What a seller is told: callers keep a mark where the credential stands here. */
const accountsSchema = governedAccountsSchema(z.string().min(32));

/** Which governance agent a buyer's account answers to, acknowledged without its credential. These sellers ask the agent nothing. */
export function governanceSyncTool(
  check: (account: AccountReference | undefined, principal: string) => void,
): Tool {
  const { sync_governance } = tasks;
  const request = sync_governance.request.extend({ accounts: accountsSchema });
  return tool({ ...sync_governance, request }, ({ accounts }, { principal }) => ({
    accounts: accounts.map(({ account, governance_agents }) => {
      const agents = governance_agents.map(({ url }) => ({ url }));
      return { account, ...standing(() => check(account, principal)), governance_agents: agents };
    }),
  }));
}

/** One account that is not known leaves the others as they are. */
function standing(check: () => void): Payload & { readonly status: string } {
  try {
    check();
    return { status: "synced" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: "failed", errors: [{ code: error.code, message: error.message }] };
  }
}
