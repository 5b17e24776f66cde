import { attempt } from "../../lib/cause.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { isObject } from "../../lib/json-object.ts";
import { fromDecimal, isCurrency, type Money } from "../../lib/money.ts";
import type { CallOptions, Read } from "../../protocol/client/calls.ts";
import { knownCode } from "../../protocol/messages/error-codes.ts";
import { asksWhoCalls, type TaskError } from "../../protocol/messages/errors.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import type { ResponseOf } from "../../protocol/tasks/index.ts";
import { budgetOf } from "../model/derived/bought.ts";
import type { Account, BookedBuy, BookedOutcome, Shown } from "../model/learned/orphan.ts";

/** Every buy under an account that costs something or may; what was cancelled or rejected does not. */
export async function askForBuys(
  read: Read,
  agentUrl: string,
  account: Account | undefined,
  options?: CallOptions,
): Promise<Shown<BookedBuy>> {
  const request = account === undefined ? {} : { account };
  const answer = await read(agentUrl, "get_media_buys", request, options);
  if (answer.type !== "answered") return unshown(answer);
  const { media_buys: buys } = answer.payload;
  return { type: "shown", items: buys.flatMap(bookedBuy), buys };
}

/** Every outcome of a plan that commits money, the last word on each check. */
export async function askForOutcomes(
  read: Read,
  agentUrl: string,
  plan: { readonly id: string; readonly currency: string },
  options?: CallOptions,
): Promise<Shown<BookedOutcome>> {
  const answer = await read(agentUrl, "get_plan_audit_logs", { plan_id: plan.id }, options);
  if (answer.type !== "answered") return unshown(answer);
  const outcomes = answer.payload.entries.flatMap((entry) => bookedOutcome(entry, plan.currency));
  const latest = outcomes.filter(({ name }, at) => {
    const later = outcomes.slice(at + 1);
    return name === undefined || !later.some((other) => other.name === name);
  });
  return { type: "shown", items: latest.flatMap(({ completed, outcome }) => (completed ? [outcome] : [])) };
}

/** States in which a buy can neither spend nor have spent. */
const never: ReadonlySet<string> = new Set(["canceled", "rejected"]);

function bookedBuy(buy: MediaBuy): BookedBuy[] {
  if (buy.media_buy_id === undefined || never.has(buy.status)) return [];
  const { currency } = buy;
  const isKnown = typeof currency === "string" && isCurrency(currency);
  return [
    {
      mediaBuyId: buy.media_buy_id,
      reference: buy.buyer_ref,
      status: buy.status,
      // A package without a budget would make the sum say too little.
      amount: isKnown ? budgetOf(buy, currency) : undefined,
    },
  ];
}

/** An agent's number and its word for a currency, where they are an amount. */
function amountIn(value: unknown, currency: unknown): Money | undefined {
  if (typeof value !== "number" || typeof currency !== "string" || !isCurrency(currency)) return undefined;
  return attempt(() => fromDecimal(value, currency));
}

type Entry = ResponseOf<"get_plan_audit_logs">["entries"][number];

/** `name` is what an outcome is known by: one that is reported again replaces the first. */
function bookedOutcome({ action, details }: Entry, planCurrency: string) {
  if (!action.startsWith("outcome:")) return [];
  const fields = fieldsIn(details);
  const text = (key: string) => {
    const value = fields[key];
    return typeof value === "string" ? value : undefined;
  };
  const [checkId, context, reference] = ["check_id", "governance_context", "seller_reference"].map(text);
  const amount = amountIn(fields["committed_budget"], fields["currency"] ?? planCurrency);
  const outcome: BookedOutcome = {
    checkId,
    context,
    reference,
    amount,
    ...(typeof details === "string" && { words: cleanText(details, longestWords) }),
  };
  return [{ name: checkId ?? context, completed: action === "outcome:completed", outcome }];
}

const longestWords = 500;
const named =
  /(?<name>check_id|governance_context|seller_reference|committed_budget|currency)["']?\s*[:=]\s*["']?(?<value>[^\s"',;}]+)/g;

/** The fields of an entry's details, as an object, as JSON or as a text that names them: `check_id=chk_1, committed_budget: 50`. */
function fieldsIn(details: unknown): Readonly<Record<string, unknown>> {
  if (typeof details !== "string") return isObject(details) ? details : {};
  const found = [...details.matchAll(named)].map(({ groups: { name = "", value = "" } = {} }) => [
    name,
    name === "committed_budget" ? Number(value) : value,
  ]);
  return Object.fromEntries(found);
}

/**
 * An agent that has understood and refuses has nothing to show: it knows no such account or plan, or keeps no books to ask
 * after. Of every other one nobody knows what it holds.
 */
function unshown<Item>(
  answer: { readonly type: "pending" } | { readonly type: "failed"; readonly error: TaskError },
): Shown<Item> {
  if (answer.type === "pending") return { type: "silent", reason: "it answers later" };
  const { error } = answer;
  return hasRefused(error) ? { type: "none" } : { type: "silent", reason: `${error.code}: ${error.message}` };
}

function hasRefused(error: TaskError): boolean {
  const known = knownCode(error.code);
  return (
    error.recovery !== "transient" &&
    known !== undefined &&
    known.source !== "flightdesk" &&
    !asksWhoCalls(error)
  );
}
