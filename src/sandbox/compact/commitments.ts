import { isoTime } from "../../lib/clock.ts";
import { toDecimalPrice } from "../../lib/price.ts";
import { termsDigest } from "../../protocol/proposals/proposal.ts";
import type { SellerProfile } from "../inventory/listing.ts";
import { amountOf, type BookedBuy, type BookedPackage, validActions } from "../media-buys/record.ts";
import { isPayload, type Payload } from "../payload.ts";
import { canonicalPrice } from "./canonical-product.ts";
import type { Versions } from "./feed.ts";

/** What an order names that its buy does not keep. */
export interface Ordered extends Partial<Versions> {
  readonly brand: Payload;
}

/** Rights to change a buy that a seller puts into accepted terms; none where its profile bounds nothing. */
function changeTermsOf({ lifecycle }: SellerProfile): readonly Payload[] | undefined {
  const percent = lifecycle?.mostIncrease;
  if (percent === undefined) return undefined;
  return controls.map((action) => ({
    term_id: termOf(action),
    action,
    service_mode: "self_serve",
    ...(action === "increase_budget" && { constraints: { kind: "budget", max_delta_percent: percent } }),
  }));
}

const controls = [
  "pause",
  "resume",
  "cancel",
  "increase_budget",
  "decrease_budget",
  "reallocate_budget",
  "update_targeting",
  "update_bidding",
];

export function termOf(action: string): string {
  return `ct_${action}`;
}

/** The terms of a buy as they are booked. */
export function termsOf(buy: BookedBuy, { brand, feed_version, pricing_version }: Ordered): Payload {
  const [start_time, end_time] = [isoTime(buy.start), isoTime(buy.end)];
  return {
    ...(feed_version !== undefined && { source_feed_version: feed_version }),
    ...(pricing_version !== undefined && { source_pricing_version: pricing_version }),
    brand,
    purchases: buy.packages.map((booked) => ({ ...purchaseOf(booked, buy.currency), start_time, end_time })),
    start_time,
    end_time,
  };
}

function purchaseOf(booked: BookedPackage, currency: string): Payload {
  const { listing, option, budget, bid, pacing, targeting_overlay, buyer_ref } = booked;
  return {
    product_id: listing.product_id,
    pricing_option_id: option.pricing_option_id,
    pricing: canonicalPrice(option),
    budget: amountOf(budget, currency).amount,
    ...(pacing !== undefined && { pacing }),
    ...(bid !== undefined && { bidding: { bid_amount: toDecimalPrice({ minor: bid, currency }) } }),
    ...(targeting_overlay !== undefined && { targeting_overlay }),
    ...(buyer_ref !== undefined && { context: { buyer_ref } }),
  };
}

/** The accepted terms of each buy, written down once: later changes of the buy leave them as they were. */
export function commitmentBook(profile: SellerProfile) {
  const ordered = new Map<string, Ordered>();
  const accepted = new Map<string, Payload>();

  /** Of an order that has become a buy, or waits as a task to become one. */
  function note(id: string, order: Ordered): void {
    ordered.set(id.replace(/^task_/, "mb_"), order);
  }

  /** A proposal that has become a buy, as it was held. */
  function enter(media_buy_id: string, proposal: Payload): void {
    accepted.set(media_buy_id, proposal);
  }

  /** Undefined for a buy that was ordered in another way. */
  function proposalOf(buy: BookedBuy): Payload | undefined {
    const { media_buy_id } = buy;
    const known = accepted.get(media_buy_id);
    const order = ordered.get(media_buy_id);
    if (known !== undefined || order === undefined) return known;
    const change_terms = changeTermsOf(profile);
    const commercial_terms = { ...termsOf(buy, order), ...(change_terms && { change_terms }) };
    const proposal = {
      proposal_id: `prop_${media_buy_id}`,
      proposal_kind: "new_media_buy",
      proposal_status: "accepted",
      name: media_buy_id,
      commercial_terms,
      terms_digest: termsDigest(commercial_terms),
      media_buy_id,
      accepted_at: isoTime(buy.confirmedAt),
    };
    accepted.set(media_buy_id, proposal);
    return proposal;
  }

  /** What may be done with a buy now, and by which task. */
  function actionsOf(buy: BookedBuy): Payload[] {
    const terms = rightsOf(buy);
    return validActions(buy)
      .flatMap((action) => finer[action] ?? [])
      .flatMap(({ task, action }) => {
        const isBound = terms !== undefined && task === "control_media_buy";
        if (isBound && !terms.has(action)) return [];
        return [{ task, action, mode: "self_serve", ...(isBound && { change_term_id: termOf(action) }) }];
      });
  }

  /** What the accepted terms let be changed, each with its bounds; undefined where they say nothing of it. */
  function rightsOf(buy: BookedBuy): ReadonlyMap<unknown, Payload> | undefined {
    const terms = proposalOf(buy)?.["commercial_terms"];
    const rights = isPayload(terms) ? terms["change_terms"] : undefined;
    return Array.isArray(rights)
      ? new Map(rights.filter(isPayload).map((right) => [right["action"], right]))
      : undefined;
  }

  /** A buy as `buy_products` and `accept_proposal` answer it; undefined for one that was ordered in another way. */
  function commitmentOf(buy: BookedBuy): Payload | undefined {
    const accepted_proposal = proposalOf(buy);
    return (
      accepted_proposal && {
        media_buy_id: buy.media_buy_id,
        revision: buy.revision,
        media_buy_status: buy.status,
        confirmed_at: isoTime(buy.confirmedAt),
        accepted_proposal,
        purchase_bindings: buy.packages.map(({ listing, package_id }, purchase_index) => ({
          purchase_index,
          product_id: listing.product_id,
          package_id,
        })),
        available_actions: actionsOf(buy),
      }
    );
  }

  return { note, enter, proposalOf, rightsOf, actionsOf, commitmentOf };
}
export type CommitmentBook = ReturnType<typeof commitmentBook>;

const control = (...actions: readonly string[]) =>
  actions.map((action) => ({ task: "control_media_buy", action }));

/** Each action of a buy as the finer ones of the compact lifecycle. Dates and packages change by no control. */
const finer: Readonly<Record<string, readonly { readonly task: string; readonly action: string }[]>> = {
  pause: control("pause"),
  resume: control("resume"),
  cancel: control("cancel"),
  update_budget: control("increase_budget", "decrease_budget", "reallocate_budget"),
  update_packages: control("update_targeting", "update_bidding"),
  sync_creatives: [
    { task: "sync_creatives", action: "replace_creative" },
    { task: "sync_creatives", action: "update_creative_assignments" },
  ],
};
