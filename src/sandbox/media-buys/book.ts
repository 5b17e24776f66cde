import { type Clock, isoTime } from "../../lib/clock.ts";
import { fromDecimal } from "../../lib/money.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import type { RequestOf, ResponseOf } from "../../protocol/tasks/index.ts";
import type { Listing, SellerProfile } from "../inventory/listing.ts";
import { Refusal } from "../refusal.ts";
import { tenantNumbers } from "../tenant-numbers.ts";
import { repace, settle } from "./delivery.ts";
import { type BookedBuy, type BookedPackage, describeBuy, moveBuy, type Webhook } from "./record.ts";
import { checkCurrency, checkFlight, checkPackage, type Flight } from "./rules.ts";
import { updateBuy } from "./update.ts";

/** What a seller has to report to the address that a buy was registered with. */
export interface Report extends Webhook {
  readonly task_id: string;
  readonly task_type: string;
  readonly status: string;
  readonly result: Readonly<Record<string, unknown>>;
}

/** An order that waits for the seller's people. */
interface Order {
  readonly task_id: string;
  readonly principal: string;
  readonly buyer_ref: string | undefined;
  readonly flight: Flight;
  readonly packages: BookedPackage[];
  readonly orderedAt: number;
  decidedAt: number;
  readonly webhook: Webhook | undefined;
  readonly context: BookedBuy["context"];
  outcome?:
    | { readonly status: "completed"; readonly id: string }
    | { readonly status: "rejected"; readonly reason: string };
}

type NewBuy = Pick<BookedBuy, "media_buy_id" | "principal" | "currency" | "start" | "end" | "packages"> &
  Partial<Pick<BookedBuy, "status" | "buyer_ref" | "webhook" | "context">>;

export interface BookOptions {
  readonly profile: SellerProfile;
  readonly clock: Clock;
  readonly seed: number;
  /** Whether a creative is there to run; where nobody says, none is. */
  readonly hasCreative?: (creative_id: string, principal: string) => boolean;
  /** Ids without the seller in them, as another seller may give them too. */
  readonly idsPerSeller?: boolean;
}

/** The books of one seller: its buys and the orders that become buys. */
export function mediaBuyBook(options: BookOptions) {
  const { profile, clock, seed, hasCreative = () => false, idsPerSeller = false } = options;
  const listings = new Map(profile.listings.map((one) => [one.product_id, one]));
  const buys = new Map<string, BookedBuy>();
  const orders = new Map<string, Order>();
  /** Task ids under which the next order of a principal waits until somebody agrees. */
  const submitted = new Map<string, string>();
  const numbers = tenantNumbers();
  let reports: Report[] = [];

  function create(request: RequestOf<"create_media_buy">, principal: string): ResponseOf<"create_media_buy"> {
    const flight = checkFlight(request, clock.now());
    const number = idsPerSeller ? numbers(principal) : `${profile.slug}_${numbers(principal)}`;
    const media_buy_id = `mb_${number}`;
    const packages = request.packages.map((one, i) =>
      checkPackage(one, listings, `packages[${i}]`, `${media_buy_id}_p${i + 1}`),
    );
    checkCurrency(packages, packages[0]?.option.currency ?? "", "packages");
    const { buyer_ref, context, push_notification_config: webhook } = request;
    const order = { principal, buyer_ref, flight, packages, webhook, context };
    const forced = submitted.get(principal);
    submitted.delete(principal);
    if (forced === undefined && !needsPeople(packages))
      return confirmed(confirm(media_buy_id, order, clock.now()));
    const task_id = forced ?? `task_${number}`;
    const orderedAt = clock.now();
    const hours = forced === undefined ? (profile.approval?.hours ?? 0) : Number.POSITIVE_INFINITY;
    const decidedAt = orderedAt + hours * 3_600_000;
    orders.set(task_id, { ...order, task_id, orderedAt, decidedAt });
    return { status: "pending", task_id, buyer_ref };
  }

  function needsPeople(packages: readonly BookedPackage[]): boolean {
    const { approval } = profile;
    const total = packages.reduce((sum, one) => sum + one.budget, 0);
    const currency = packages[0]?.option.currency ?? "";
    return approval !== undefined && total >= fromDecimal(approval.from ?? 0, currency).minor;
  }

  function confirmed(buy: BookedBuy): MediaBuy {
    const described = describeBuy(buy);
    if (profile.confirmsByWebhook)
      report(buy.webhook, { ...taskOf(buy), status: "completed", result: described });
    return described;
  }

  function confirm(
    media_buy_id: string,
    { flight, ...order }: Omit<Order, "task_id" | "orderedAt" | "decidedAt">,
    at: number,
  ): BookedBuy {
    const start = flight.start === "asap" ? at : flight.start;
    const currency = order.packages[0]?.option.currency ?? "";
    return enter({ ...order, media_buy_id, currency, start, end: flight.end }, at);
  }

  /** Puts a buy into the books as it is, else in the state that its seller's buys begin in. */
  function enter(buy: NewBuy, at = clock.now()): BookedBuy {
    const entered: BookedBuy = {
      buyer_ref: undefined,
      webhook: undefined,
      context: undefined,
      status: profile.waitsForCreatives ? "pending_creatives" : buy.start <= at ? "active" : "pending_start",
      ...buy,
      confirmedAt: at,
      waitsForCreatives: profile.waitsForCreatives ?? false,
      revision: 1,
      settledUntil: at,
      feedback: [],
    };
    repace(entered);
    attachCreatives(entered);
    buys.set(entered.media_buy_id, entered);
    return entered;
  }

  /** A buy goes on once each of its packages has a creative; what was missed before is not delivered later. */
  function attachCreatives(buy: BookedBuy): void {
    if (buy.status !== "pending_creatives") return;
    const ready = buy.packages.every((booked) =>
      booked.creative_ids.some((id) => hasCreative(id, buy.principal)),
    );
    if (!ready) return;
    moveBuy(buy, buy.start <= clock.now() ? "active" : "pending_start");
    buy.revision += 1;
  }

  /** Decides the orders that are due and brings every buy up to date. */
  function catchUp(): void {
    for (const order of orders.values()) {
      if (order.outcome !== undefined || order.decidedAt > clock.now()) continue;
      if (profile.approval?.rejects)
        order.outcome = { status: "rejected", reason: "the seller's people declined the order" };
      else if (order.flight.end <= order.decidedAt)
        order.outcome = { status: "rejected", reason: "the flight had ended before the decision" };
      else {
        const id = order.task_id.replace(/^task_/, "mb_");
        confirm(id, order, order.decidedAt);
        order.outcome = { status: "completed", id };
      }
      report(order.webhook, taskStatus(order.task_id, order.principal));
    }
    for (const buy of buys.values()) {
      const waited = buy.status === "pending_start";
      settle(buy, clock.now(), seed);
      attachCreatives(buy);
      if (waited && buy.status === "active")
        report(buy.webhook, { ...taskOf(buy), status: "completed", result: describeBuy(buy) });
    }
  }

  /** Reports how a task stands, where an address is registered for it. */
  function report(
    webhook: Webhook | undefined,
    { task_id, task_type = "create_media_buy", status, result = {} }: ResponseOf<"get_task_status">,
  ): void {
    if (webhook === undefined) return;
    const { url, token, operation_id } = webhook;
    reports.push({ url, token, operation_id, task_id, task_type, status, result });
  }

  /** What is due by now and was not given out before. */
  function takeReports(): readonly Report[] {
    catchUp();
    const due = reports;
    reports = [];
    return due;
  }

  /** The caller's buy, up to date. */
  function find(media_buy_id: string, principal: string): BookedBuy {
    catchUp();
    const buy = peek(media_buy_id, principal);
    if (buy === undefined)
      throw new Refusal("MEDIA_BUY_NOT_FOUND", `no media buy "${media_buy_id}"`, "media_buy_id");
    return buy;
  }

  function update(request: RequestOf<"update_media_buy">, principal: string): ResponseOf<"update_media_buy"> {
    const buy = find(request.media_buy_id, principal);
    const changed = updateBuy(buy, request, { now: clock.now(), listings });
    repace(changed);
    attachCreatives(changed);
    buys.set(changed.media_buy_id, changed);
    return describeBuy(changed);
  }

  /** Says yes to an update and makes none of it. */
  function touch(media_buy_id: string, principal: string): ResponseOf<"update_media_buy"> {
    const buy = find(media_buy_id, principal);
    buy.revision += 1;
    return describeBuy(buy);
  }

  /** Buys of the caller. An order that waits for a decision is a task and no buy yet. */
  function list(request: RequestOf<"get_media_buys">, principal: string): ResponseOf<"get_media_buys"> {
    catchUp();
    const found = ownBuys(principal).filter(
      (buy) =>
        (request.media_buy_ids?.includes(buy.media_buy_id) ?? true) &&
        (request.buyer_ref === undefined || buy.buyer_ref === request.buyer_ref) &&
        (request.status_filter?.includes(buy.status) ?? true),
    );
    const shown = ({ context }: BookedBuy) => (context === undefined ? {} : { context });
    return { media_buys: found.map((buy) => ({ ...describeBuy(buy), ...shown(buy) })) };
  }

  function taskStatus(task_id: string, principal: string): ResponseOf<"get_task_status"> {
    catchUp();
    const order = orders.get(task_id);
    if (order === undefined || order.principal !== principal)
      throw new Refusal("REFERENCE_NOT_FOUND", `no task "${task_id}"`, "task_id");
    const decided = order.outcome === undefined ? order.orderedAt : order.decidedAt;
    const task = {
      task_id,
      task_type: "create_media_buy",
      created_at: isoTime(order.orderedAt),
      updated_at: isoTime(decided),
      has_webhook: order.webhook !== undefined,
    };
    if (order.outcome === undefined) return { ...task, status: "pending" };
    if (order.outcome.status === "completed")
      return { ...task, status: "completed", result: describeBuy(find(order.outcome.id, principal)) };
    const error = { code: "TERMS_REJECTED", message: order.outcome.reason };
    return { ...task, status: "rejected", error };
  }

  /** Ids of the orders that waited for the seller's people, or still do. */
  function taskIds(principal: string): readonly string[] {
    return [...orders.values()].filter((order) => order.principal === principal).map((one) => one.task_id);
  }

  /** A principal's next order waits under this task id until `agree` is called with it. */
  function submitNext(task_id: string, principal: string): void {
    submitted.set(principal, task_id);
  }

  /** The seller's people say yes to an order now. */
  function agree(task_id: string): void {
    const order = orders.get(task_id);
    if (order !== undefined) order.decidedAt = Math.min(order.decidedAt, clock.now());
    catchUp();
  }

  /** Has something more to sell. */
  function stock(listing: Listing): void {
    listings.set(listing.product_id, listing);
  }

  /** Every package of the caller, to check creatives against. */
  function packagesOf(principal: string): BookedPackage[] {
    return ownBuys(principal).flatMap((buy) => buy.packages);
  }

  function ownBuys(principal: string): BookedBuy[] {
    return [...buys.values()].filter((buy) => buy.principal === principal);
  }

  /** For the governance agent, which sees a principal's buys in the books of the test deployment. */
  function peek(media_buy_id: string, principal: string): BookedBuy | undefined {
    const buy = buys.get(media_buy_id);
    return buy?.principal === principal ? buy : undefined;
  }

  return {
    create,
    enter,
    submitNext,
    agree,
    update,
    touch,
    list,
    find,
    taskStatus,
    taskIds,
    report,
    packagesOf,
    peek,
    takeReports,
    catchUp,
    stock,
    listings,
  };
}
export type MediaBuyBook = ReturnType<typeof mediaBuyBook>;

/** The task that a buy came of; one that was made at once has the task's name by its own number. */
function taskOf({ media_buy_id }: BookedBuy) {
  return { task_id: media_buy_id.replace(/^mb_/, "task_"), task_type: "create_media_buy" };
}
