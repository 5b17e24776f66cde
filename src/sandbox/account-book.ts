import { onceForEach } from "../lib/once-for.ts";
import type { ErrorCode } from "../protocol/messages/error-codes.ts";
import type { AccountReference } from "../protocol/records/account.ts";
import type { ResponseOf } from "../protocol/tasks/index.ts";
import { isPayload } from "./payload.ts";
import { Refusal } from "./refusal.ts";

export type Account = ResponseOf<"list_accounts">["accounts"][number];

/** Who may be billed here. */
export const supportedBilling: readonly string[] = ["operator", "advertiser"];

/** Billing relationships at one seller, each principal's apart. */
export function accountBook() {
  const accounts = onceForEach((_principal: string) => new Map<string, Account>());
  const list = (principal: string) => [...accounts(principal).values()];

  /** Under its id; what stood there is replaced. */
  function open(account: Account, principal: string): void {
    accounts(principal).set(account.account_id, account);
  }

  function find(reference: AccountReference, principal: string): Account | undefined {
    return list(principal).find((account) =>
      "account_id" in reference
        ? account.account_id === reference.account_id
        : isPayload(account.brand) &&
          account.brand["domain"] === reference.brand.domain &&
          account.operator === reference.operator,
    );
  }

  /** A brand with its operator is an account by itself; an id must be one that this seller gave. */
  function check(reference: AccountReference | undefined, principal: string): void {
    const account = reference && find(reference, principal);
    if (reference !== undefined && "account_id" in reference && account === undefined)
      throw new Refusal("ACCOUNT_NOT_FOUND", `no account "${reference.account_id}"`, "account.account_id");
    if (account !== undefined && account.status !== "active")
      throw new Refusal(
        closed[account.status] ?? "ACCOUNT_SUSPENDED",
        `the account is ${account.status}`,
        "account",
      );
  }

  const governed = new Map<string, string>();
  /** The same for each way of naming one account of a principal. */
  const keyOf = (reference: AccountReference, principal: string) => {
    const { account_id } = find(reference, principal) ?? {};
    const named = "brand" in reference ? [reference.brand.domain, reference.operator] : [];
    return JSON.stringify([principal, account_id ?? named]);
  };

  /** The governance agent that an account answers to. */
  function setGovernance(reference: AccountReference, principal: string, agentUrl: string | undefined): void {
    if (agentUrl !== undefined) governed.set(keyOf(reference, principal), agentUrl);
  }

  function governanceOf(reference: AccountReference, principal: string): string | undefined {
    return governed.get(keyOf(reference, principal));
  }

  function brandOf(reference: AccountReference, principal: string): string | undefined {
    const brand = "brand" in reference ? reference.brand : find(reference, principal)?.brand;
    return isPayload(brand) && typeof brand["domain"] === "string" ? brand["domain"] : undefined;
  }

  return { list, open, find, check, keyOf, setGovernance, governanceOf, brandOf };
}
export type AccountBook = ReturnType<typeof accountBook>;

/** Why an account in such a state takes no change; any other is suspended. */
const closed: Readonly<Record<string, ErrorCode>> = {
  payment_required: "ACCOUNT_PAYMENT_REQUIRED",
  pending_approval: "ACCOUNT_SETUP_REQUIRED",
};
