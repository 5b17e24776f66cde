import { fromDecimal, money, split } from "../../lib/money.ts";
import type { BuyAction } from "../../protocol/records/media-buy.ts";
import type { RequestOf } from "../../protocol/tasks/index.ts";
import type { Listing } from "../inventory/listing.ts";
import { invalid, Refusal } from "../refusal.ts";
import { amountOf, type BookedBuy, type BookedPackage, moveBuy, spent, validActions } from "./record.ts";
import { checkBid, checkBudget, checkCurrency, checkPackage } from "./rules.ts";

type Updates = RequestOf<"update_media_buy">["updates"];
type PackageUpdate = NonNullable<Updates["packages"]>[number];

/** Changes a settled buy: all of it or, where anything is refused, nothing. */
export function updateBuy(
  buy: BookedBuy,
  { revision, updates }: RequestOf<"update_media_buy">,
  { now, listings }: { readonly now: number; readonly listings: ReadonlyMap<string, Listing> },
): BookedBuy {
  checkAllowed(buy, revision, updates);
  const changed = structuredClone(buy);
  if (updates.status === "canceled") moveBuy(changed, "canceled");
  else {
    if (updates.status !== undefined) hold(changed, updates.status, now);
    moveDates(changed, updates, now);
    if (updates.budget_change !== undefined) spread(changed, updates.budget_change);
    updates.packages?.forEach((one, i) => {
      updatePackage(changed, one, `updates.packages[${i}]`);
    });
    addPackages(changed, updates.new_packages ?? [], listings);
    if (updates.targeting !== undefined)
      for (const booked of changed.packages) booked.targeting_overlay = updates.targeting;
  }
  changed.revision += 1;
  return changed;
}

function checkAllowed(buy: BookedBuy, revision: number | undefined, updates: Updates): void {
  const current = { revision: buy.revision, status: buy.status };
  if (buy.status === "canceled" && updates.status === "canceled")
    throw new Refusal("NOT_CANCELLABLE", "the buy is canceled already", "updates.status", current);
  if (revision !== undefined && revision !== buy.revision)
    throw new Refusal(
      "CONFLICT",
      `the buy is at revision ${buy.revision}, not ${revision}`,
      "revision",
      current,
    );
  const stranger = updates.packages?.findIndex(
    ({ package_id }) => !buy.packages.some((booked) => booked.package_id === package_id),
  );
  if (stranger !== undefined && stranger >= 0)
    throw new Refusal(
      "PACKAGE_NOT_FOUND",
      `no package "${updates.packages?.[stranger]?.package_id}" in this buy`,
      `updates.packages[${stranger}].package_id`,
    );
  const needed = actionsOf(updates);
  if (needed.length === 0) throw invalid("updates changes nothing", "updates");
  const allowed = validActions(buy);
  const refused = needed.find((action) => !allowed.includes(action));
  if (refused !== undefined)
    throw new Refusal("INVALID_STATE", `a buy that is ${buy.status} does not take ${refused}`, "updates", {
      ...current,
      valid_actions: allowed,
    });
}

function actionsOf(updates: Updates): BuyAction[] {
  const actions: BuyAction[] = [];
  if (updates.status === "canceled") return ["cancel"];
  if (updates.status === "paused") actions.push("pause");
  if (updates.status === "active") actions.push("resume");
  if (updates.start_time !== undefined || updates.end_time !== undefined) actions.push("update_dates");
  if (updates.budget_change !== undefined || updates.packages?.some((one) => one.budget !== undefined))
    actions.push("update_budget");
  if (updates.targeting !== undefined || updates.packages?.some(changesMoreThanMoney))
    actions.push("update_packages");
  if (updates.packages?.some((one) => one.creative_ids !== undefined)) actions.push("sync_creatives");
  if (updates.new_packages !== undefined && updates.new_packages.length > 0) actions.push("add_packages");
  return actions;
}

function changesMoreThanMoney(one: PackageUpdate): boolean {
  return one.bid_price !== undefined || one.paused !== undefined || one.targeting_overlay !== undefined;
}

/** A buy goes on from where it was paused; its start may have come since. */
function hold(buy: BookedBuy, status: "active" | "paused", now: number): void {
  const { pausedFrom = buy.start <= now ? "active" : "pending_start" } = buy;
  const resumed = pausedFrom === "pending_start" && buy.start <= now ? "active" : pausedFrom;
  moveBuy(buy, status === "active" ? resumed : status);
}

function moveDates(buy: BookedBuy, { start_time, end_time }: Updates, now: number): void {
  if (start_time !== undefined) {
    const start = Date.parse(start_time);
    if (start !== buy.start && (buy.start <= now || start < now))
      throw invalid("the start cannot be moved from or into the past", "updates.start_time");
    buy.start = start;
  }
  if (end_time !== undefined) buy.end = Date.parse(end_time);
  if (buy.end <= Math.max(now, buy.start))
    throw invalid("the end must lie after the start and in the future", "updates.end_time");
}

/** A relative change of the whole budget, in proportion to the packages' budgets. */
function spread(buy: BookedBuy, change: number): void {
  const { minor } = fromDecimal(change, buy.currency);
  const shares = split(
    money(Math.abs(minor), buy.currency),
    buy.packages.map((booked) => booked.budget),
  );
  buy.packages.forEach((booked, i) => {
    setBudget(booked, booked.budget + Math.sign(minor) * (shares[i]?.minor ?? 0), "updates.budget_change");
  });
}

function updatePackage(buy: BookedBuy, update: PackageUpdate, field: string): void {
  const booked = buy.packages.find((one) => one.package_id === update.package_id);
  if (booked === undefined) return;
  if (update.budget !== undefined)
    setBudget(booked, fromDecimal(update.budget, buy.currency).minor, `${field}.budget`);
  if (update.bid_price !== undefined)
    booked.bid = checkBid(booked.option, update.bid_price, `${field}.bid_price`);
  if (update.paused !== undefined) booked.paused = update.paused;
  if (update.targeting_overlay !== undefined) booked.targeting_overlay = update.targeting_overlay;
  if (update.creative_ids !== undefined) booked.creative_ids = [...update.creative_ids];
}

function setBudget(booked: BookedPackage, budget: number, field: string): void {
  checkBudget(booked, budget, field);
  const { amount, currency } = amountOf(spent(booked), booked.option.currency);
  if (budget < spent(booked))
    throw new Refusal(
      "BUDGET_TOO_LOW",
      `package ${booked.package_id} has spent ${amount} ${currency} already`,
      field,
    );
  booked.budget = budget;
}

function addPackages(
  buy: BookedBuy,
  update: NonNullable<Updates["new_packages"]>,
  listings: ReadonlyMap<string, Listing>,
): void {
  const added = update.map((one, i) => {
    const package_id = `${buy.media_buy_id}_p${buy.packages.length + i + 1}`;
    return checkPackage(one, listings, `updates.new_packages[${i}]`, package_id);
  });
  checkCurrency(added, buy.currency, "updates.new_packages");
  buy.packages.push(...added);
}
