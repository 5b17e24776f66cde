import type { AccountReference } from "../../protocol/records/account.ts";
import { type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { Refusal } from "../refusal.ts";
import { type Tool, tool } from "../tool.ts";

type Account = ResponseOf<"list_accounts">["accounts"][number];

/** Billing relationships at one seller: each is active at once. */
export function accountTools(slug: string) {
  const accounts = new Map<string, Map<string, Account>>();
  const of = (principal: string) => accounts.get(principal) ?? new Map<string, Account>();

  const tools: Tool[] = [
    tool(tasks.sync_accounts, (request, { principal }): ResponseOf<"sync_accounts"> => {
      const held = of(principal);
      accounts.set(principal, held);
      const opened = request.accounts.map(({ brand, operator, billing }) => {
        const account_id = `acc_${slug}_${brand.domain}_${operator}`;
        const account = { account_id, brand, operator, billing, status: "active" };
        held.set(account_id, account);
        return account;
      });
      return { accounts: opened };
    }),
    tool(tasks.list_accounts, (_request, { principal }) => ({ accounts: [...of(principal).values()] })),
  ];

  /** A brand with its operator is an account by itself; an id must be one that this seller gave. */
  function check(account: AccountReference | undefined, principal: string): void {
    if (account === undefined || !("account_id" in account) || of(principal).has(account.account_id)) return;
    throw new Refusal("ACCOUNT_NOT_FOUND", `no account "${account.account_id}"`, "account.account_id");
  }

  return { tools, check };
}
