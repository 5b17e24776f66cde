import type { Brief } from "../../brief/brief.ts";
import { isObject } from "../../lib/json-object.ts";
import type { Read } from "../../protocol/client/calls.ts";
import type { ResponseOf } from "../../protocol/tasks/index.ts";

/** The account to buy under, or why that is not known: one sentence for people. */
export type AccountFound =
  | { readonly type: "one"; readonly account: { readonly account_id: string } }
  | { readonly type: "none"; readonly reason: string };

type Listed = ResponseOf<"list_accounts">["accounts"][number];

/** Accounts that one sentence lists. */
const mostNamed = 5;

/**
 * Finds the account of the brief's brand at a seller that opens accounts itself. `wanted` is the id that a person has set for
 * it. Of several, none is chosen: whose money is spent is not guessed.
 */
export async function accountAt(
  agentUrl: string,
  { brief, wanted }: { readonly brief: Brief; readonly wanted: string | undefined },
  read: Read,
): Promise<AccountFound> {
  const answer = await read(agentUrl, "list_accounts", {}, { tries: 2 });
  if (answer.type === "failed")
    return none(`buys only under accounts that it opened, and does not list them: ${answer.error.message}`);
  if (answer.type === "pending") return none("buys only under accounts that it opened, and lists them later");
  const { accounts } = answer.payload;
  return wanted === undefined ? onlyAccount(accounts, brief.brand.domain) : wantedAccount(accounts, wanted);
}

function wantedAccount(accounts: readonly Listed[], wanted: string): AccountFound {
  const found = accounts.find(({ account_id }) => account_id === wanted);
  if (found === undefined) return none(`account ${wanted} is not among those that it lists`);
  return found.status === "active" ? one(found) : none(`account ${wanted} is ${found.status}`);
}

function onlyAccount(accounts: readonly Listed[], domain: string): AccountFound {
  const own = accounts.filter((account) => (brandOf(account) ?? domain) === domain);
  const active = own.filter(({ status }) => status === "active");
  const [only, another] = active;
  if (another !== undefined)
    return none(
      `has ${active.length} accounts for ${domain} (${named(active)}): set which one is bought under, as \`accounts\` in flightdesk.yaml`,
    );
  if (only !== undefined) return one(only);
  const others = own.length === 0 ? "" : `; of those there, ${named(own)}`;
  return none(`has no active account for ${domain}, and opens accounts itself: ask it for one${others}`);
}

function one({ account_id }: Listed): AccountFound {
  return { type: "one", account: { account_id } };
}

function none(reason: string): AccountFound {
  return { type: "none", reason };
}

function brandOf(account: Listed): string | undefined {
  const brand = account["brand"];
  const domain = isObject(brand) ? brand["domain"] : undefined;
  return typeof domain === "string" ? domain : undefined;
}

function named(accounts: readonly Listed[]): string {
  const words = accounts.slice(0, mostNamed).map(({ account_id, status, name }) => {
    const called = typeof name === "string" ? ` "${name.slice(0, 60)}"` : "";
    return `${account_id.slice(0, 60)}${called}, ${status.slice(0, 40)}`;
  });
  return [...words, ...(accounts.length > mostNamed ? ["…"] : [])].join("; ");
}
