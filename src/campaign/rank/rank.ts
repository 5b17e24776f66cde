import type { Offer } from "../model/offers/offer.ts";
import type { Ranking, RankingRow, ScorePart } from "../model/offers/ranking.ts";
import { counterfactualsOf } from "./counterfactual.ts";
import { criteria } from "./criteria/index.ts";
import type { RankContext } from "./criterion.ts";
import { gateFor } from "./gate.ts";
import { scoreOf, valueSteps } from "./score.ts";
import type { ScoredOffer } from "./scored-offer.ts";
import { sensitivityOf } from "./sensitivity.ts";
import { weightsOf } from "./weights.ts";

/**
 * Offers in order: those that may be bought first, then by score, then by id. Each is scored alone; what price or weight would
 * change the order is worked out beside it. Throws where the brief weighs what is no criterion.
 */
export function rank(offers: readonly Offer[], context: RankContext): Ranking {
  const scorer = scorerFor(context);
  const scored = offers.map(scorer).sort((a, b) => inOrder(a.row, b.row));
  const weights = weightsOf(context.brief);
  return {
    rows: scored.map(({ row }) => row),
    counterfactuals: counterfactualsOf(scored, weights, context),
    sensitivity: sensitivityOf(scored, weights),
  };
}

function scorerFor(context: RankContext): (offer: Offer) => ScoredOffer {
  const weights = weightsOf(context.brief);
  const gate = gateFor(context);
  const scores = criteria.map(({ name, scoreFor }, i) => ({
    criterion: name,
    weight: (weights[i] ?? 0) / 100,
    score: scoreFor(context),
  }));
  return (offer) => {
    const steps: number[] = [];
    const parts = scores.map(({ criterion, weight, score }): ScorePart => {
      const { value, reason } = score(offer);
      const step = Math.round(value * valueSteps);
      steps.push(step);
      return { criterion, value: step / valueSteps, weight, reason };
    });
    const { gate: gateResult, gateReasons, onlyPrice } = gate(offer);
    const score = scoreOf(steps, weights) / 100;
    return {
      offer,
      steps,
      onlyPrice,
      row: { offerId: offer.id, gate: gateResult, gateReasons, score, parts },
    };
  };
}

function inOrder(a: RankingRow, b: RankingRow): number {
  const passes = Number(b.gate === "pass") - Number(a.gate === "pass");
  return passes || b.score - a.score || (a.offerId < b.offerId ? -1 : a.offerId > b.offerId ? 1 : 0);
}
