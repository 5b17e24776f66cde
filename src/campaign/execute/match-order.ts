import { cleanText } from "../../lib/clean-text.ts";
import { dayMs } from "../../lib/days.ts";
import { objectsIn } from "../../lib/json-object.ts";
import { countedMoney, formatMoney, type Money } from "../../lib/money.ts";
import { partsIn } from "../../lib/parts.ts";
import { formatPrice, priceUp } from "../../lib/price.ts";
import { proposalSchema, termsDigest } from "../../protocol/proposals/proposal.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { isTerminal, mediaBuyStates } from "../../protocol/records/states.ts";
import { tasks } from "../../protocol/tasks/index.ts";
import { isRounded } from "../account/agreed-price.ts";
import { type OrderedPackage, orderOf, paired, type Terms, termsOfOrder } from "../account/ordered-now.ts";
import { type Mismatch, mismatchText } from "../model/offers/mismatch.ts";
import type { Step } from "../model/step/step.ts";

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
    case "accept_proposal": {
      const terms = termsOfOrder(step);
      return terms === undefined ? [] : [...ofCommitment(step, buy), ...mismatchesNow([terms], buy)];
    }
    case "update_media_buy":
      return ofChange(step, buy);
    default:
      return [];
  }
}

/** What its seller has accepted must be what governance agreed to, in one buy, with a package for each purchase. */
function ofCommitment({ task, arguments: request }: Step, buy: MediaBuy): Mismatch[] {
  if (task !== "accept_proposal") return [];
  const accepted = proposalSchema.safeParse(buy["accepted_proposal"]).data;
  const wanted = String(request["proposal_terms_digest"]);
  const sealed = accepted && termsDigest(accepted.commercial_terms);
  const stated = sealed === accepted?.terms_digest ? sealed : "another than its terms have";
  const purchases = accepted?.commercial_terms.purchases ?? [];
  // What was found in the books says no places: there the packages are compared by their products.
  const places = isUnstated(buy["purchase_bindings"])
    ? purchases.map((_, at) => at)
    : objectsIn(buy["purchase_bindings"]).map((one) => Number(one["purchase_index"]));
  const packages = new Set(buy.packages?.map(({ package_id }) => package_id));
  const isBound =
    packages.size === purchases.length &&
    places.length === purchases.length &&
    purchases.every((_, at) => places.includes(at));
  return [
    ...textMismatch("the seal of the terms", wanted, stated ?? "none", true),
    ...textMismatch("the id of the accepted buy", buy.media_buy_id, accepted?.media_buy_id ?? "none", true),
    ...(isBound ? [] : [mismatch("a package for each purchase", "one each", "others", true)]),
  ];
}

/** What a seller agreed to and its books do not show, as a sentence; `from` is when it is to count, where that is ahead. */
export function notMadeText({ agentId }: Pick<Step, "agentId">, one: Mismatch, from?: string): string {
  if (from !== undefined)
    return `${agentId} makes it on ${from.slice(0, 10)}; until then ${mismatchText(one)}`;
  return `${agentId} agreed and did not do it: ${mismatchText(one)}`;
}

/**
 * What a seller has of a buy that is ordered by none of `readings`. Of one that lies between two of them the larger counts. Pure.
 */
export function mismatchesNow(readings: readonly Terms[], buy: MediaBuy): Mismatch[] {
  const found = readings.map((terms) =>
    ofOrder(terms, buy).filter(({ stated: booked }) => booked !== undefined),
  );
  return (found.at(-1) ?? []).flatMap((one) => {
    const same = found.map((other) => other.find(({ what }) => what === one.what));
    if (same.includes(undefined)) return [];
    return [same.find((other) => other?.isMoney === false || other?.isLess === true) ?? one];
  });
}

function ofOrder({ currency, total, packages, ...terms }: Terms, buy: MediaBuy): Mismatch[] {
  const booked = buy.packages ?? [];
  const { pairs, missing, extra } = paired(packages, booked);
  return [
    ...textMismatch("our reference", terms.reference, buy.buyer_ref),
    ...currencyMismatch(currency, buy["currency"]),
    ...totalMismatch(total, buy["total_budget"]),
    ...timeMismatch("the start", terms.start, buy["start_time"]),
    ...timeMismatch("the end", terms.end, buy["end_time"]),
    ...statusMismatch(terms.status, buy),
    ...pairs.flatMap(([ordered, has]) => [
      ...ofPackage(ordered, has, currency, terms.isProposal ? 1 : 0),
      ...timeMismatch("the start", ordered.start ?? terms.start, has["start_time"], ` of ${has.package_id}`),
      ...timeMismatch("the end", ordered.end ?? terms.end, has["end_time"], ` of ${has.package_id}`),
      ...(terms.status === undefined || terms.status === "active" ? switchMismatch(ordered, has) : []),
    ]),
    // Books that name no package do not show that one is missing.
    ...(booked.length === 0 ? [] : missing).map(({ product_id, budget }) => ({
      ...mismatch(
        `the package for ${product_id ?? "another product"}`,
        budget === undefined ? "ordered" : words(budget, currency),
        "missing",
        true,
      ),
      isLess: true as const,
    })),
    ...extra.map(({ package_id, product_id, budget }) =>
      mismatch(
        `the package ${package_id}`,
        "ordered",
        [product_id ?? "another product", ...(budget === undefined ? [] : [words(budget, currency)])].join(
          ", ",
        ),
        true,
      ),
    ),
  ];
}

/** `rounding`: minor units that a budget may be off by. */
function ofPackage(ordered: OrderedPackage, has: Package, code: string, rounding: number): Mismatch[] {
  const of = `of ${has.package_id}`;
  return [
    ...textMismatch(`the product ${of}`, ordered.product_id, has.product_id, true),
    ...textMismatch(`the pricing option ${of}`, ordered.pricing_option_id, has.pricing_option_id, true),
    ...currencyMismatch(code, has["currency"], ` ${of}`),
    ...(has.budget === undefined || ordered.budget === undefined
      ? []
      : figureMismatch(`the budget ${of}`, countedMoney(ordered.budget, code), has.budget, rounding)),
    ...bidMismatch(of, ordered.bid_price, has, code),
  ];
}

/** How we had a buy switched, and how it stands. What was let run may still wait for its flight or its creatives. */
function statusMismatch(wanted: Terms["status"], buy: MediaBuy): Mismatch[] {
  if (wanted === undefined) return [];
  const { status, packages = [] } = buy;
  const isSuspended = packages.length > 0 && packages.every((one) => one["paused"] === true);
  const isOther = wanted === "active" ? status === "paused" : running.has(status) && !isSuspended;
  return isOther ? [mismatch("the status", wanted, status, wanted !== "active")] : [];
}

/** States in which a buy spends, or will by itself. */
const running: ReadonlySet<string> = new Set(["active", "pending_start", "pending_creatives"]);

function switchMismatch({ paused: wanted }: OrderedPackage, has: Package): Mismatch[] {
  const booked = has["paused"];
  return wanted === undefined || typeof booked !== "boolean" || booked === wanted
    ? []
    : [mismatch(`whether ${has.package_id} is paused`, String(wanted), String(booked), wanted)];
}

function ofChange(step: Step, buy: MediaBuy): Mismatch[] {
  const ordered = changeSchema.safeParse(step.arguments).data?.updates;
  if (ordered === undefined) return [];
  const code = step.amount.currency;
  const isMoney = ordered.packages?.some(({ budget }) => budget !== undefined) === true;
  return partsIn<Mismatch>([
    isMoney ? currencyMismatch(code, buy["currency"]) : [],
    ordered.status !== undefined &&
      !isIn(ordered.status, buy) &&
      mismatch("the status", ordered.status, buy.status),
    dateMismatch("the start", ordered.start_time, buy["start_time"]),
    dateMismatch("the end", ordered.end_time, buy["end_time"]),
    (ordered.packages ?? []).flatMap(({ package_id, budget, bid_price, paused, creative_ids, creatives }) => {
      const has = buy.packages?.find((one) => one.package_id === package_id);
      const of = `of ${package_id}`;
      const runs = creative_ids ?? creatives?.map(({ creative_id }) => creative_id);
      const booked: unknown = has?.["creative_ids"];
      // A package that is not said to be paused is taken to run.
      const isPaused = has?.["paused"] ?? (paused === false ? false : undefined);
      const shown = Array.isArray(booked) ? listed(booked.map(String)) : undefined;
      return partsIn<Mismatch>([
        budget !== undefined && figureMismatch(`the budget ${of}`, countedMoney(budget, code), has?.budget),
        bidMismatch(of, bid_price, has ?? { package_id }, code),
        paused !== undefined &&
          isPaused !== paused &&
          mismatch(
            `whether ${package_id} is paused`,
            String(paused),
            typeof isPaused === "boolean" ? String(isPaused) : undefined,
          ),
        runs !== undefined && textMismatch(`what ${package_id} runs`, listed(runs), shown),
      ]);
    }),
  ]);
}

/** A buy that is let run before its flight, or without creatives, waits for them. */
function isIn(status: "active" | "paused" | "canceled", buy: MediaBuy): boolean {
  return status === "active"
    ? buy.status !== "paused" && !isTerminal(mediaBuyStates, buy.status)
    : buy.status === status;
}

/** The packages of an order beside those that its seller has for them. */
export function orderedPackages(step: Step, buys: readonly MediaBuy[]) {
  const ordered = orderOf(step)?.packages ?? [];
  return ordered.map((wanted) => ({
    wanted,
    has: buys.flatMap(({ packages = [] }) =>
      paired(ordered, packages).pairs.flatMap(([one, has]) => (one === wanted ? [has] : [])),
    ),
  }));
}

function textMismatch(what: string, wanted: string | undefined, booked: string | undefined, isMoney = false) {
  return wanted === undefined || wanted === booked ? [] : [mismatch(what, wanted, booked, isMoney)];
}

function currencyMismatch(wanted: string, booked: unknown, of = ""): Mismatch[] {
  if (isUnstated(booked)) return [];
  const isSame = typeof booked === "string" && booked.toUpperCase() === wanted;
  return isSame ? [] : [mismatch(`the currency${of}`, wanted, oddly(booked), true)];
}

function totalMismatch(wanted: Money | undefined, booked: unknown): Mismatch[] {
  if (wanted === undefined || isUnstated(booked)) return [];
  return typeof booked === "number"
    ? figureMismatch("the total", wanted, booked)
    : [mismatch("the total", formatMoney(wanted), oddly(booked), true)];
}

/** A value in another form than its protocol has it. */
function oddly(booked: unknown): string {
  return typeof booked === "string" ? booked : JSON.stringify(booked);
}

function figureMismatch(
  what: string,
  wanted: Money | undefined,
  booked: number | undefined,
  rounding = 0,
): Mismatch[] {
  if (wanted === undefined) return [];
  const has = booked === undefined ? undefined : countedMoney(booked, wanted.currency)?.minor;
  if (has !== undefined && Math.abs(has - wanted.minor) <= rounding) return [];
  const inWords = booked === undefined ? undefined : words(booked, wanted.currency);
  const one = mismatch(what, formatMoney(wanted), inWords, true);
  return [has !== undefined && has < wanted.minor ? { ...one, isLess: true } : one];
}

function bidMismatch(of: string, ordered: number | undefined, has: Package, code: string): Mismatch[] {
  const booked = has["bid_price"];
  if (ordered === undefined || typeof booked !== "number" || isRounded(booked, ordered, code)) return [];
  const one = mismatch(`the bid ${of}`, bidWords(ordered, code), bidWords(booked, code), true);
  return [booked < ordered ? { ...one, isLess: true } : one];
}

/** What begins sooner, or ends later or nobody knows when, runs for longer: how long is how much. */
function timeMismatch(
  what: "the start" | "the end",
  wanted: string | undefined,
  booked: unknown,
  of = "",
): Mismatch[] {
  return dateMismatch(`${what}${of}`, wanted, booked, dayMs).map((one) => {
    const isSooner = Date.parse(one.stated ?? "") < Date.parse(one.wanted);
    return { ...one, isMoney: what === "the start" ? isSooner : !isSooner };
  });
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

function bidWords(bid: number, code: string): string {
  const price = priceUp(bid, code);
  return price === undefined ? `${code} ${bid}` : formatPrice(price);
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
    ...(booked === undefined || booked === "" ? {} : { stated: cleanText(booked, 120) }),
    isMoney,
  };
}
