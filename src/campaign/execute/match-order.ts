import { cleanText } from "../../lib/clean-text.ts";
import { dayMs } from "../../lib/days.ts";
import { countedMoney, formatMoney, type Money } from "../../lib/money.ts";
import type { MediaBuy, PackageRequest } from "../../protocol/records/media-buy.ts";
import { isTerminal, mediaBuyStates } from "../../protocol/records/states.ts";
import { tasks } from "../../protocol/tasks/index.ts";
import { type Mismatch, mismatchText } from "../model/offers/mismatch.ts";
import type { Step } from "../model/step/step.ts";

// A step is without its key, but for those of older ledgers.
export const orderSchema = tasks.create_media_buy.request.partial({ idempotency_key: true });
const changeSchema = tasks.update_media_buy.request.partial({ idempotency_key: true });

/** Whether a seller says nothing of a thing. */
export function isUnstated(booked: unknown): booked is undefined | null {
  return booked === undefined || booked === null;
}

type Package = NonNullable<MediaBuy["packages"]>[number];

/**
 * Compares a buy, as its seller confirmed it or as its books have it, with the order or the change that was sent. Pure. Of an
 * order only what is stated is compared: a seller that states less is not accused. A change is made where all of it shows.
 */
export function mismatches(step: Step, buy: MediaBuy): Mismatch[] {
  switch (step.task) {
    case "create_media_buy":
      return ofOrder(step, buy).filter(({ told: booked }) => booked !== undefined);
    case "update_media_buy":
      return ofChange(step, buy);
    default:
      return [];
  }
}

/** What a seller agreed to and its books do not show, as a sentence. */
export function notMadeText({ agentId }: Pick<Step, "agentId">, one: Mismatch): string {
  return `${agentId} agreed and did not do it: ${mismatchText(one)}`;
}

function ofOrder(step: Step, buy: MediaBuy): Mismatch[] {
  const order = orderSchema.safeParse(step.arguments).data;
  if (order === undefined) return [];
  const { amount } = step;
  const booked = buy.packages ?? [];
  const { pairs, missing, extra } = paired(order.packages, booked);
  const total = buy["total_budget"];
  return [
    ...textMismatch("our reference", order.buyer_ref, buy.buyer_ref),
    ...currencyMismatch(amount.currency, buy["currency"]),
    ...totalMismatch(amount, total),
    ...dateMismatch("the start", order.start_time, buy["start_time"], dayMs),
    ...dateMismatch("the end", order.end_time, buy["end_time"], dayMs),
    ...pairs.flatMap(([ordered, has]) => [
      ...ofPackage(ordered, has, amount.currency),
      ...dateMismatch(`the start of ${has.package_id}`, order.start_time, has["start_time"], dayMs),
      ...dateMismatch(`the end of ${has.package_id}`, order.end_time, has["end_time"], dayMs),
    ]),
    // Books that name no package do not show that one is missing.
    ...(booked.length === 0 ? [] : missing).map((ordered) =>
      mismatch(
        `the package for ${ordered.product_id}`,
        words(ordered.budget, amount.currency),
        "missing",
        true,
      ),
    ),
    ...extra.map(({ package_id, product_id, budget }) =>
      mismatch(
        `the package ${package_id}`,
        "ordered",
        [
          product_id ?? "another product",
          ...(budget === undefined ? [] : [words(budget, amount.currency)]),
        ].join(", "),
        true,
      ),
    ),
  ];
}

function ofPackage(ordered: PackageRequest, has: Package, code: string): Mismatch[] {
  const of = `of ${has.package_id}`;
  return [
    ...textMismatch(`the product ${of}`, ordered.product_id, has.product_id, true),
    ...textMismatch(`the pricing option ${of}`, ordered.pricing_option_id, has.pricing_option_id, true),
    ...currencyMismatch(code, has["currency"], ` ${of}`),
    ...(has.budget === undefined
      ? []
      : figureMismatch(`the budget ${of}`, countedMoney(ordered.budget, code), has.budget)),
    ...bidMismatch(of, ordered.bid_price, has, code),
  ];
}

function ofChange(step: Step, buy: MediaBuy): Mismatch[] {
  const ordered = changeSchema.safeParse(step.arguments).data?.updates;
  if (ordered === undefined) return [];
  const code = step.amount.currency;
  const isMoney = ordered.packages?.some(({ budget }) => budget !== undefined) === true;
  return [
    ...(isMoney ? currencyMismatch(code, buy["currency"]) : []),
    ...(ordered.status === undefined || isIn(ordered.status, buy)
      ? []
      : [mismatch("the status", ordered.status, buy.status)]),
    ...dateMismatch("the start", ordered.start_time, buy["start_time"]),
    ...dateMismatch("the end", ordered.end_time, buy["end_time"]),
    ...(ordered.packages ?? []).flatMap(
      ({ package_id, budget, bid_price, paused, creative_ids, creatives }) => {
        const has = buy.packages?.find((one) => one.package_id === package_id);
        const of = `of ${package_id}`;
        const runs = creative_ids ?? creatives?.map(({ creative_id }) => creative_id);
        const booked: unknown = has?.["creative_ids"];
        // A package that is not said to be paused is taken to run.
        const isPaused = has?.["paused"] ?? (paused === false ? false : undefined);
        return [
          ...(budget === undefined
            ? []
            : figureMismatch(`the budget ${of}`, countedMoney(budget, code), has?.budget)),
          ...bidMismatch(of, bid_price, has ?? { package_id }, code),
          ...(paused === undefined || isPaused === paused
            ? []
            : [
                mismatch(
                  `whether ${package_id} is paused`,
                  String(paused),
                  typeof isPaused === "boolean" ? String(isPaused) : undefined,
                ),
              ]),
          ...(runs === undefined
            ? []
            : textMismatch(
                `what ${package_id} runs`,
                listed(runs),
                Array.isArray(booked) ? listed(booked.map(String)) : undefined,
              )),
        ];
      },
    ),
  ];
}

/** A buy that is let run before its flight, or without creatives, waits for them. */
function isIn(status: "active" | "paused" | "canceled", buy: MediaBuy): boolean {
  return status === "active"
    ? buy.status !== "paused" && !isTerminal(mediaBuyStates, buy.status)
    : buy.status === status;
}

/** The packages of an order beside those that its seller has for them. */
export function orderedPackages(step: Step, buys: readonly MediaBuy[]) {
  const order = step.task === "create_media_buy" ? orderSchema.safeParse(step.arguments).data : undefined;
  const ordered = order?.packages ?? [];
  return ordered.map((wanted) => ({
    wanted,
    has: buys.flatMap(({ packages = [] }) =>
      paired(ordered, packages).pairs.flatMap(([one, has]) => (one === wanted ? [has] : [])),
    ),
  }));
}

/**
 * What was ordered beside what is booked: first by our reference, then by what it is of and costs, then as is left. Sellers give
 * neither the order nor all fields back.
 */
export function paired(ordered: readonly PackageRequest[], booked: readonly Package[]) {
  const [open, left] = [[...ordered], [...booked]];
  const pairs: (readonly [PackageRequest, Package])[] = [];
  const sameProduct = (one: PackageRequest, other: Package) => one.product_id === other.product_id;
  const likeness: readonly ((one: PackageRequest, other: Package) => boolean)[] = [
    (one, other) => one.buyer_ref !== undefined && one.buyer_ref === other.buyer_ref,
    (one, other) =>
      sameProduct(one, other) &&
      one.pricing_option_id === other.pricing_option_id &&
      one.budget === other.budget,
    (one, other) => sameProduct(one, other) && one.budget === other.budget,
    (one, other) => sameProduct(one, other) && one.pricing_option_id === other.pricing_option_id,
    sameProduct,
    () => true,
  ];
  for (const isPair of likeness)
    for (const one of ordered.filter((each) => open.includes(each))) {
      const at = left.findIndex((other) => isPair(one, other));
      const [found] = at < 0 ? [] : left.splice(at, 1);
      if (found === undefined) continue;
      open.splice(open.indexOf(one), 1);
      pairs.push([one, found]);
    }
  return { pairs, missing: open, extra: left };
}

function textMismatch(
  what: string,
  wanted: string | undefined,
  booked: string | undefined,
  isMoney = false,
): Mismatch[] {
  return wanted === undefined || wanted === booked ? [] : [mismatch(what, wanted, booked, isMoney)];
}

function currencyMismatch(wanted: string, booked: unknown, of = ""): Mismatch[] {
  if (isUnstated(booked)) return [];
  const isSame = typeof booked === "string" && booked.toUpperCase() === wanted;
  return isSame ? [] : [mismatch(`the currency${of}`, wanted, oddly(booked), true)];
}

function totalMismatch(wanted: Money, booked: unknown): Mismatch[] {
  if (isUnstated(booked)) return [];
  return typeof booked === "number"
    ? figureMismatch("the total", wanted, booked)
    : [mismatch("the total", formatMoney(wanted), oddly(booked), true)];
}

/** A value in another form than its protocol has it. */
function oddly(booked: unknown): string {
  return typeof booked === "string" ? booked : JSON.stringify(booked);
}

function figureMismatch(what: string, wanted: Money | undefined, booked: number | undefined): Mismatch[] {
  if (wanted === undefined) return [];
  const isSame = booked !== undefined && countedMoney(booked, wanted.currency)?.minor === wanted.minor;
  return isSame
    ? []
    : [
        mismatch(
          what,
          formatMoney(wanted),
          booked === undefined ? undefined : words(booked, wanted.currency),
          true,
        ),
      ];
}

function bidMismatch(of: string, ordered: number | undefined, has: Package, code: string): Mismatch[] {
  const booked = has["bid_price"];
  return ordered === undefined || typeof booked !== "number"
    ? []
    : figureMismatch(`the bid ${of}`, countedMoney(ordered, code), booked);
}

function dateMismatch(what: string, wanted: string | undefined, booked: unknown, tolerance = 0): Mismatch[] {
  const at = Date.parse(wanted ?? "");
  // "as soon as possible" is no instant.
  if (wanted === undefined || Number.isNaN(at)) return [];
  const now = typeof booked === "string" ? Date.parse(booked) : Number.NaN;
  if (Math.abs(now - at) <= tolerance) return [];
  return [mismatch(what, wanted, typeof booked === "string" ? booked : undefined)];
}

function listed(ids: readonly string[]): string {
  return [...ids].sort().join(", ");
}

/** An amount as it was stated, however odd. */
function words(amount: number, code: string): string {
  const counted = countedMoney(amount, code);
  return counted === undefined ? `${code} ${amount}` : formatMoney(counted);
}

function mismatch(what: string, wanted: string, booked: string | undefined, isMoney = false): Mismatch {
  return {
    what: cleanText(what, 120),
    wanted: cleanText(wanted, 120),
    ...(booked === undefined || booked === "" ? {} : { told: cleanText(booked, 120) }),
    isMoney,
  };
}
