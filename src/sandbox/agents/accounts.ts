import { z } from "zod";
import type { Clock } from "../../lib/clock.ts";
import { dayOf } from "../../lib/days.ts";
import { fields, looseFields } from "../../lib/described.ts";
import { accountReferenceSchema } from "../../protocol/records/account.ts";
import { tasks } from "../../protocol/tasks/index.ts";
import { type Account, type AccountBook, supportedBilling } from "../account-book.ts";
import type { SellerProfile } from "../inventory/listing.ts";
import type { Payload } from "../payload.ts";
import { Refusal } from "../refusal.ts";
import { type Tool, tool } from "../tool.ts";

/** Where an account's holder wants its notifications; the public standard's. Kept and shown: nothing is sent from here. */
const subscription = looseFields({
  subscriber_id: z.string().min(1),
  url: z.url(),
  event_types: z.array(z.string()).min(1),
  active: z.boolean().default(true),
});
type Subscription = z.infer<typeof subscription>;

/** An account to open, or settings for one that is there. */
const entrySchema = fields({
  ...tasks.sync_accounts.request.shape.accounts.element.partial().shape,
  account: accountReferenceSchema.optional(),
  notification_configs: z.array(subscription).max(16).optional(),
}).superRefine((entry, context) => {
  const missing = (["brand", "operator", "billing"] as const).find((field) => entry[field] === undefined);
  if (entry.account === undefined && missing !== undefined)
    context.addIssue({ code: "custom", path: [missing], message: "is missing" });
});
type Entry = z.infer<typeof entrySchema>;

/** Opens accounts at one seller: each is active at once. One that is there already stays in its state. */
export function accountTools(
  slug: string,
  book: AccountBook,
  { financials, clock }: { readonly financials?: SellerProfile["financials"]; readonly clock?: Clock } = {},
): Tool[] {
  const { sync_accounts, list_accounts, get_account_financials } = tasks;
  const syncing = sync_accounts.request.extend({ accounts: z.array(entrySchema).min(1) });
  const listing = list_accounts.request.extend({ account: accountReferenceSchema.optional() });

  function wanted(entry: Entry, principal: string): Account | undefined {
    const { account, brand, operator, billing } = entry;
    if (account !== undefined) return book.find(account, principal);
    if (brand === undefined || operator === undefined || billing === undefined) return undefined;
    const account_id = `acc_${slug}_${brand.domain}_${operator}`;
    return {
      status: "active",
      ...book.find({ account_id }, principal),
      account_id,
      brand,
      operator,
      billing,
    };
  }

  function settle(entry: Entry, principal: string): Payload & { readonly status: string } {
    const account = wanted(entry, principal);
    const error = account === undefined ? unknownAccount : faultOf(entry);
    if (account === undefined || error !== undefined)
      return { ...account, status: "rejected", action: "failed", errors: [error] };
    const { notification_configs = account["notification_configs"] } = entry;
    const kept = { ...account, ...(notification_configs !== undefined && { notification_configs }) };
    book.open(kept, principal);
    return kept;
  }

  return [
    tool({ ...sync_accounts, request: syncing }, ({ accounts }, { principal }) => ({
      accounts: accounts.map((entry) => settle(entry, principal)),
    })),
    tool({ ...list_accounts, request: listing }, ({ account }, { principal }) => {
      const one = account && book.find(account, principal);
      return { accounts: account === undefined ? book.list(principal) : one === undefined ? [] : [one] };
    }),
    ...(financials === undefined
      ? []
      : [
          tool(get_account_financials, ({ account }, { principal }) => {
            if (book.find(account, principal) === undefined)
              throw new Refusal("ACCOUNT_NOT_FOUND", unknownAccount.message, unknownAccount.field);
            const { currency, limit, left, status = "current" } = financials;
            const today = dayOf(clock?.now() ?? 0);
            return {
              account,
              currency,
              period: { start: `${today.slice(0, 7)}-01`, end: today },
              timezone: "UTC",
              spend: { total_spend: limit - left },
              credit: { credit_limit: limit, available_credit: left },
              payment_status: status,
              payment_terms: "net_30",
            };
          }),
        ]),
  ];
}

const unknownAccount = { code: "ACCOUNT_NOT_FOUND", message: "there is no such account", field: "account" };

/** Why an account cannot be opened or kept so, by account. */
function faultOf(entry: Entry): Payload | undefined {
  if (entry.billing === "agent")
    return {
      code: "BILLING_NOT_SUPPORTED",
      message: `billed here are ${supportedBilling.join(" and ")}`,
      field: "billing",
      details: { scope: "capability", supported_billing: supportedBilling },
    };
  const configs = entry.notification_configs ?? [];
  const [field, message] = configs.flatMap((one, i) => subscriptionFault(one, i, configs))[0] ?? [];
  return field === undefined ? undefined : { code: "VALIDATION_ERROR", message, field };
}

/** Events of an account: those of a media buy are asked for with the buy. */
const ofAccounts = /^(creative|product|signal|wholesale_feed)\./;

function subscriptionFault(
  { subscriber_id, event_types, active }: Subscription,
  i: number,
  all: readonly Subscription[],
): (readonly [string, string])[] {
  const at = `notification_configs[${i}]`;
  const foreign = event_types.findIndex((type) => !ofAccounts.test(type));
  if (foreign >= 0)
    return [[`${at}.event_types[${foreign}]`, `${event_types[foreign]} is an event of a media buy`]];
  if (all.findIndex((one) => one.subscriber_id === subscriber_id) < i)
    return [[`${at}.subscriber_id`, `${subscriber_id} is there twice`]];
  return active ? [[`${at}.active`, "no notifications are sent from here: keep it paused"]] : [];
}
