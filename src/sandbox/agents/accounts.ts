import { type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import type { AccountBook } from "../account-book.ts";
import { type Tool, tool } from "../tool.ts";

/** Opens accounts at one seller: each is active at once. One that is there already stays in its state. */
export function accountTools(slug: string, book: AccountBook): Tool[] {
  return [
    tool(
      tasks.sync_accounts,
      (request, { principal }): ResponseOf<"sync_accounts"> => ({
        accounts: request.accounts.map(({ brand, operator, billing }) => {
          const account_id = `acc_${slug}_${brand.domain}_${operator}`;
          const status = book.find({ account_id }, principal)?.status ?? "active";
          const account = { account_id, brand, operator, billing, status };
          book.open(account, principal);
          return account;
        }),
      }),
    ),
    tool(tasks.list_accounts, (_request, { principal }) => ({ accounts: book.list(principal) })),
  ];
}
