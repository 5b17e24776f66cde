import type { ExchangeTable } from "../../../lib/exchange.ts";
import { formatMoney, money } from "../../../lib/money.ts";
import type { Brief } from "../../model/brief.ts";
import type { Offer } from "../../model/offer.ts";
import type { Plan, PlanLine, SignalChoice } from "../../model/plan.ts";
import type { Signal } from "../../model/signal.ts";
import { type Reservation, reserve } from "./reserve.ts";

const noPlace =
  "The release of the public standard that this seller speaks has no place for a signal in an order.";

/**
 * The plan with at most one audience signal for each seller: the one that speaks to most words of the brief's audience,
 * then the one that covers more, then the cheaper. The cost is kept back inside the amounts of the lines that use it.
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
  readonly withoutSignals?: readonly string[] | undefined;
  readonly exchange?: ExchangeTable | undefined;
}): Plan {
  const { audience } = brief;
  if (audience === undefined) return plan;
  const fitting = signals
    .map((signal) => ({ signal, met: metWords(audience, `${signal.name} ${signal.description}`) }))
    .filter(({ met }) => met.length > 0)
    .sort(betterFirst);
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const chosen = [...new Set(plan.lines.map(({ sellerId }) => sellerId))].map((sellerId) => {
    if (withoutSignals.includes(sellerId)) return { choice: { sellerId, reason: noPlace }, lines: [] };
    const lines = plan.lines.filter((line) => line.sellerId === sellerId);
    const reachable = fitting.filter(({ signal }) => signal.sellerIds.includes(sellerId));
    return chooseFor(sellerId, reachable, (signal) =>
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

interface Fitting {
  readonly signal: Signal;
  readonly met: readonly string[];
}

function betterFirst(a: Fitting, b: Fitting): number {
  return (
    b.met.length - a.met.length ||
    (b.signal.coverage ?? 0) - (a.signal.coverage ?? 0) ||
    (a.signal.cpm ?? Number.POSITIVE_INFINITY) - (b.signal.cpm ?? Number.POSITIVE_INFINITY) ||
    (a.signal.id < b.signal.id ? -1 : 1)
  );
}

function chooseFor(
  sellerId: string,
  fitting: readonly Fitting[],
  reservationsFor: (signal: Signal) => readonly Reservation[],
): { readonly choice: SignalChoice; readonly lines: readonly PlanLine[] } {
  const objections: string[] = [];
  for (const { signal, met } of fitting) {
    if (signal.type === "owned") {
      objections.push(
        `${signal.name}: own data may be meant to leave people out, so it is never chosen by its words`,
      );
      continue;
    }
    const reservations = reservationsFor(signal);
    const taken = reservations.filter((one) => one.type === "line");
    const [first] = taken;
    if (first === undefined) {
      objections.push(
        ...reservations.flatMap((one) => (one.type === "refused" ? [`${signal.name}: ${one.reason}`] : [])),
      );
      continue;
    }
    const price =
      signal.cpm === 0
        ? "free"
        : `${formatMoney(money(Math.round(signal.cpm ?? 0), first.cost.currency))} for 1,000`;
    const coverage =
      signal.coverage === undefined
        ? "it does not say whom it covers"
        : `it covers ${Number((signal.coverage * 100).toFixed(1))} % of its agent's population, which the sellers' forecasts do not allow for`;
    return {
      choice: {
        sellerId,
        signalId: signal.id,
        reason: `Speaks to ${met.join(", ")}; ${price}; ${coverage}.`,
      },
      lines: taken.map(({ line }) => line),
    };
  }
  const reason =
    objections.length === 0
      ? "No signal for this seller speaks to the audience."
      : [...new Set(objections)].join("; ");
  return { choice: { sellerId, reason }, lines: [] };
}

/** Words of the audience that a signal's text speaks to: a count of words in foreign text, never a reading of it. */
export function metWords(audience: string, text: string): string[] {
  const spoken = new Set(stemsOf(text).map(({ stem }) => stem));
  const asked = new Map(stemsOf(audience).map(({ stem, word }) => [stem, word]));
  return [...asked].flatMap(([stem, word]) => (spoken.has(stem) ? [word] : []));
}

/** Words that say nothing of whom they are about, or name a kind of signal. */
const fillers = new Set([
  ..."and the for with who are from that aged their have people person adult adults like likes year years old".split(
    " ",
  ),
  ..."custom owned marketplace signal segment audience".split(" "),
]);

/** `hike`, `hiking` and `hikers` as `hik`, so that forms of one word meet. */
function stemsOf(text: string): { readonly word: string; readonly stem: string }[] {
  const words = text.toLowerCase().match(/\p{L}{3,}|\d+/gu) ?? [];
  return words
    .filter((word) => !fillers.has(word))
    .map((word) => ({
      word,
      stem: word.replace(/(?<=\p{L}{3})(?:ers|er|ing|ed|es|s|e)$/u, "").replace(/(\p{L})\1$/u, "$1"),
    }));
}
