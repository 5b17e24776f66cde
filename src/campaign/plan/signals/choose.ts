import type { Brief } from "../../../brief/brief.ts";
import { counted, percent } from "../../../lib/english.ts";
import type { ExchangeTable } from "../../../lib/exchange.ts";
import { formatMinor } from "../../../lib/money.ts";
import type { Offer } from "../../model/offers/offer.ts";
import type { Plan, PlanLine, SignalChoice } from "../../model/offers/plan.ts";
import { type Signal, signalSearch } from "../../model/offers/signal.ts";
import { type Reservation, reserve } from "./reserve.ts";

const noPlace =
  "The release of the public standard that this seller speaks has no place for a signal in an order.";

/**
 * The plan with at most one audience signal for each seller: the first of those that the brief names. What agents say of
 * their signals chooses none. The cost is kept back inside the amounts of the lines that use it.
 */
export function chooseSignals({
  plan,
  brief,
  offers,
  signals,
  withoutSignals = [],
  exchange,
}: {
  readonly plan: Plan;
  readonly brief: Brief;
  readonly offers: readonly Offer[];
  readonly signals: readonly Signal[];
  /** Ids of sellers whose orders have no place for one. */
  readonly withoutSignals?: readonly string[];
  readonly exchange?: ExchangeTable;
}): Plan {
  if (signalSearch(brief) === undefined) return plan;
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const chosen = [...new Set(plan.lines.map(({ sellerId }) => sellerId))].map((sellerId) => {
    if (withoutSignals.includes(sellerId)) return { choice: { sellerId, reason: noPlace }, lines: [] };
    const lines = plan.lines.filter((line) => line.sellerId === sellerId);
    const usable = signals.filter(({ sellerIds }) => sellerIds.includes(sellerId));
    return chooseFor(sellerId, { usable, named: brief.signals ?? [] }, (signal) =>
      lines.flatMap((line) => {
        const offer = byId.get(line.offerId);
        return offer === undefined ? [] : [reserve(line, signal, { offer, brief, exchange })];
      }),
    );
  });
  const targeted = new Map(chosen.flatMap(({ lines }) => lines.map((line) => [line.lineId, line])));
  return {
    ...plan,
    lines: plan.lines.map((line) => targeted.get(line.lineId) ?? line),
    signals: chosen.map(({ choice }) => choice),
  };
}

function chooseFor(
  sellerId: string,
  { usable, named }: { readonly usable: readonly Signal[]; readonly named: readonly string[] },
  reservationsFor: (signal: Signal) => readonly Reservation[],
): { readonly choice: SignalChoice; readonly lines: readonly PlanLine[] } {
  const without = (reason: string) => ({ choice: { sellerId, reason }, lines: [] });
  if (named.length === 0)
    return without(
      usable.length === 0
        ? "No signal is offered for this seller."
        : `The brief names no signal; ${counted(usable.length, "signal")} can be used here: name one of them under signals.`,
    );
  const objections: string[] = [];
  for (const name of named) {
    const signal = meantBy(name, usable);
    if (typeof signal === "string") {
      objections.push(`${name}: ${signal}`);
      continue;
    }
    const reservations = reservationsFor(signal);
    const forLines = reservations.filter((one) => one.type === "line");
    const [first] = forLines;
    if (first !== undefined)
      return {
        choice: {
          sellerId,
          signalId: signal.id,
          reason: `Named in the brief as ${name}; ${termsOf(signal, first.cost.currency)}.`,
        },
        lines: forLines.map(({ line }) => line),
      };
    objections.push(
      ...reservations.flatMap((one) => (one.type === "refused" ? [`${name}: ${one.reason}`] : [])),
    );
  }
  return without([...new Set(objections)].join("; "));
}

/** The one signal that a name in the brief is for, or why it cannot be used. */
function meantBy(name: string, usable: readonly Signal[]): Signal | string {
  const [signal, ...others] = usable.filter(({ id, segmentId }) => id === name || segmentId === name);
  if (signal === undefined) return "no agent offers it for this seller";
  if (others.length > 0) {
    const ids = [signal, ...others].map(({ id }) => id).sort();
    return `it may be ${ids.join(" or ")}; name one of them`;
  }
  if (signal.valueType !== undefined && signal.valueType !== "binary")
    return "it wants a value, and a brief has no word for it";
  return signal;
}

function termsOf({ cpm = 0, coverage }: Signal, currency: string): string {
  const price = cpm === 0 ? "free" : `${formatMinor(cpm, currency)} CPM`;
  return coverage === undefined
    ? `${price}; it does not say whom it covers`
    : `${price}; it covers ${percent(coverage)} of its agent's population, which the sellers' forecasts do not allow for`;
}
