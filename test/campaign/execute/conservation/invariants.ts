import type { Reservation } from "../../../../src/ledger/ledger.ts";
import type { Order } from "./seller.ts";
import { brand, type Intent, type World } from "./world.ts";

/** An order that a seller holds, with what was written down of it before it was sent. */
export interface Placed {
  readonly order: Order;
  readonly intent: Intent;
}

/** Throws where sellers hold more than was written down, was bound, or any cap allows. */
export async function expectBound(world: World): Promise<void> {
  const { ledger, caps, budget, planOf } = world;
  const placed = placedIn(world);
  const held = await ledger.reservations();
  const bound = new Map<string, Reservation[]>();
  const claimed = new Totals();
  for (const one of held) {
    const step = `${one.campaignId} ${one.stepId}`;
    bound.set(step, [...(bound.get(step) ?? []), one]);
    const { scope, key, minor, cap } = one.claim;
    claimed.add(`${scope} ${key}`, minor, cap);
  }
  claimed.expectWithin("claims");

  const spent = new Totals();
  const references = new Set<string>();
  for (const { order, intent } of placed) {
    if (references.has(order.reference)) throw new Error(`${order.reference} is bought twice`);
    references.add(order.reference);
    const claims = bound.get(`${intent.campaignId} ${intent.stepId}`) ?? [];
    const budgetClaim = claims.find(({ claim }) => claim.scope === "budget");
    if (budgetClaim === undefined || budgetClaim.claim.minor < order.minor)
      throw new Error(
        `${order.sellerId} holds ${order.id} for ${intent.stepId}, and nothing is bound for it`,
      );
    spent.add(`budget ${intent.campaignId}`, order.minor, budget);
    const keys = {
      call: order.id,
      plan: planOf(intent.campaignId),
      campaign: intent.campaignId,
      seller: order.sellerId,
      day: intent.day,
      run: intent.runId,
      brand,
    };
    for (const [per, key] of Object.entries(keys) as [keyof typeof keys, string][])
      spent.add(`${per} ${key}`, order.minor, caps[per]);
  }
  spent.expectWithin("what sellers hold");
}

/** Every order that stands in a seller's books, or waits for its people. */
export function placedIn({ sellers, intents }: World): Placed[] {
  return sellers.flatMap(({ orders }) =>
    orders
      .filter(({ state }) => state !== "gone")
      .map((order) => {
        const intent = intents.get(order.idempotencyKey);
        if (intent === undefined) throw new Error(`${order.id} was sent and not written down before`);
        return { order, intent };
      }),
  );
}

/** Sums under names, each with the most that it may be. */
class Totals {
  readonly #sums = new Map<string, { minor: number; cap: number | undefined }>();

  add(name: string, minor: number, cap: number | undefined): void {
    const before = this.#sums.get(name)?.minor ?? 0;
    this.#sums.set(name, { minor: before + minor, cap });
  }

  expectWithin(what: string): void {
    for (const [name, { minor, cap }] of this.#sums)
      if (cap !== undefined && minor > cap) throw new Error(`${what}: ${minor} of ${cap} per ${name}`);
  }
}
