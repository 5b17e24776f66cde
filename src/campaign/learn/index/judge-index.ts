import { boughtPackages } from "../../bought.ts";
import type { BuyDelivery, DeliveryFinding } from "../../measure/delivery.ts";
import { type PlacedResult, placeResults } from "../../place-results.ts";
import type { CampaignState } from "../../state.ts";
import type { Feedback, Withheld } from "../feedback.ts";
import { campaignAverage } from "./campaign-average.ts";
import { expectationOf } from "./expectation.ts";
import type { Expectation, Measure } from "./inputs.ts";
import { isTold } from "./is-told.ts";
import { measureOf } from "./measure-of.ts";
import { type Evidence, measuredDays } from "./measured-days.ts";
import { type Period, periodsOf } from "./periods.ts";
import { type Reckoned, reckonIndex, totalOf } from "./reckon-index.ts";
import { type Unit, unitsOf } from "./units.ts";

export interface Judged {
  /** New ones: of no unit and day that has an index already. */
  readonly feedback: readonly Feedback[];
  readonly withheld: readonly Withheld[];
}

/** An index for each package and each week of the flight that its seller has told, or why there is none. */
export function judgeIndex(state: CampaignState): Judged {
  const { brief, feedback: told = [] } = state;
  if (brief === undefined || state.delivery.length === 0) return { feedback: [], withheld: [] };
  const { placed } = placeResults(state);
  const measure = measureOf(brief.kpi, placed);
  const casesIn = casesOf(
    state,
    measure,
    placed.filter(({ result }) => result.type === measure.metric),
  );
  const feedback: Feedback[] = [];
  const withheld: Withheld[] = [];
  for (const period of periodsOf(brief.flight)) {
    const cases = casesIn(period);
    for (const one of cases) {
      const { mediaBuyId, packageId, sellerId } = one.unit;
      const about = { mediaBuyId, ...(packageId !== undefined && { packageId }), sellerId, period };
      if (isTold(told, about)) continue;
      const judged = judge(one, { state, period, measure, cases });
      if (judged.type === "none") withheld.push({ ...about, reason: judged.reason });
      else feedback.push({ ...about, ...judged.index });
    }
  }
  return { feedback, withheld };
}

/** What one unit brought in one period. */
interface Case {
  readonly unit: Unit;
  readonly delivery: BuyDelivery;
  readonly evidence: Evidence;
}

interface Context {
  readonly state: CampaignState;
  readonly period: Period;
  readonly measure: Measure;
  readonly cases: readonly Case[];
}

/** The units of all buys whose sellers have told a period to its end. */
function casesOf(
  state: CampaignState,
  measure: Measure,
  results: readonly PlacedResult[],
): (period: Period) => Case[] {
  const packages = boughtPackages(state);
  return (period) =>
    state.delivery
      .filter(({ reportedTo }) => reportedTo >= period.end)
      .flatMap((delivery) =>
        unitsOf(delivery, period, packages, results).map((unit) => ({
          unit,
          delivery,
          evidence: measuredDays(unit, period, { delivery, measure, results }),
        })),
      );
}

/** What is missing or late is seen in the days themselves; these say that the figures are not to be judged by. */
const doubtful: ReadonlySet<DeliveryFinding["kind"]> = new Set(["of a sandbox", "sums differ"]);

type Verdict =
  | { readonly type: "index"; readonly index: Omit<Reckoned, "narrow"> }
  | { readonly type: "none"; readonly reason: string };

function judge({ unit, delivery, evidence }: Case, context: Context): Verdict {
  if (evidence.type !== "measured") return { type: "none", reason: evidence.reason };
  const { currency, findings } = delivery;
  const { measure } = context;
  const doubt = findings.find(({ kind }) => doubtful.has(kind));
  if (doubt !== undefined)
    return { type: "none", reason: `the seller's figures are doubtful: ${doubt.text}` };
  const untold = measure.source === "buyer" ? untoldResults(context) : undefined;
  if (untold !== undefined) return { type: "none", reason: untold };
  const expectation = expected(unit, currency, context);
  if (typeof expectation === "string") return { type: "none", reason: expectation };
  const { narrow, ...index } = reckonIndex({ measure, currency, days: evidence.days, expectation });
  if (!narrow) return { type: "none", reason: `too little is known: ${index.formula}` };
  return { type: "index", index };
}

/** Why the buyer's results do not tell of the period yet: what was not counted must not look like what did not happen. */
function untoldResults({ state, period, measure, cases }: Context): string | undefined {
  const { completeTo } = state.results ?? {};
  if (completeTo === undefined) return `the buyer has told no ${measure.metric} yet`;
  if (completeTo < period.end) return `the buyer's results are told to ${completeTo}`;
  const outcomes = cases.reduce(
    (total, { evidence }) => total + (evidence.type === "measured" ? totalOf(evidence).outcomes : 0),
    0,
  );
  return outcomes === 0 ? `the buyer has told no ${measure.metric} of the whole period` : undefined;
}

function expected(unit: Unit, currency: string, context: Context): Expectation | string {
  const { state, measure, cases } = context;
  if (measure.source === "seller" || state.brief?.kpi?.metric === "cpa")
    return expectationOf(unit, measure, currency, state);
  for (const { unit: other, evidence } of cases)
    if (evidence.type === "open")
      return `the campaign's average waits for ${other.sellerId}: ${evidence.reason}`;
  const units = cases.flatMap(({ evidence, delivery }) =>
    evidence.type === "measured" ? [{ currency: delivery.currency, days: evidence.days }] : [],
  );
  return campaignAverage(units, currency, state.exchange);
}
