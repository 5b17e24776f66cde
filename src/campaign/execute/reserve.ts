import { mostBound, mostBoundWords } from "../../brief/brief.ts";
import { type CapUse, noCap } from "../../ledger/ledger.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { dayOf } from "../../lib/days.ts";
import { exchangeUp, nearRates } from "../../lib/exchange.ts";
import { formatMinor, money } from "../../lib/money.ts";
import { capUsesOf, fixedCapUses } from "../govern/policies/claims.ts";
import type { Verdict } from "../model/decisions/verdict.ts";
import { openDoubt } from "../model/derived/left-paused.ts";
import { sellerAt } from "../model/derived/seller-at.ts";
import { isInDoubt, isUndecided, type StepState, stepIs } from "../model/state/state.ts";
import { boundUnder, isOrder } from "../model/step/kinds.ts";
import type { Step } from "../model/step/step.ts";
import type { ExecutePorts } from "./execute-ports.ts";

/** Caps that are empty again by themselves: a step that does not fit is asked about again. */
const passing: ReadonlySet<string> = new Set(["day", "run"]);

/**
 * Binds what a step may cost against the brief's budget and every cap in force, in one transaction for all processes,
 * before anybody is asked about it. What was bound on another day, in another run or under other caps is bound anew.
 * Returns why it may not go on; undefined where the amount is bound, or costs nothing. What a seller holds already, and
 * people have taken, is bound even past the caps, so that nothing else is bought with it.
 */
export async function reserve(
  step: Step,
  ports: ExecutePorts,
  { isAdopted = false }: { readonly isAdopted?: boolean } = {},
): Promise<Verdict | undefined> {
  const state = ports.journal.state();
  const { id: campaignId, brief, governancePlanId } = state;
  const today = dayOf(ports.clock.now());
  // Caps hold for all campaigns, whenever they began: they are counted by the rates of the day.
  const { exchange: rates, far } = nearRates(
    ports.exchange ?? state.exchange,
    today,
    ports.settings.exchangeAgeMs,
  );
  const seller = sellerAt(state, step.agentId);
  const spending = {
    amount: step.planAmount,
    campaignId,
    planId: governancePlanId,
    seller,
    day: today,
    runId: ports.runId,
    brandDomain: brief?.brand.domain,
    world: ports.world,
  };
  const claims = capUsesOf(ports.policies, spending, rates);
  if ("refused" in claims)
    return far === undefined
      ? { type: "denied", by: "caps", reasons: [claims.refused] }
      : heldVerdict(`${claims.refused} of a near day: it would go by ${far}`);
  const own = openDoubt(step, state);
  if (own !== undefined)
    return inDoubt(own, isOrder(step) ? "nothing more is bought there" : "it is not let run");
  if (step.planAmount.minor === 0) return undefined;
  const doubt = state.steps.find(isInDoubt);
  if (doubt !== undefined) return inDoubt(doubt, "nothing more is bought");
  const all = eachOnce([
    ...(brief === undefined ? [] : [budgetUse(step, campaignId, mostBound(brief).minor)]),
    ...claims,
    ...fixedCapUses(spending),
  ]);
  const bound = state.steps.find((other) => other.step.id === step.id)?.claims;
  if (bound !== undefined && canonicalJson(bound) === canonicalJson(all)) return undefined;
  let counted = true;
  const appended = await ports.journal.reserve(
    { type: "amount-reserved", stepId: step.id, claims: all },
    bound === undefined ? `reserved/${step.id}` : `reserved/${step.id}/${ports.uuid()}`,
    {
      reserve: { stepId: boundUnder(step), claims: all, ...(isAdopted && { evenPastCaps: true }) },
      worth: (minor, from, to) => {
        const worth = exchangeUp(money(minor, from), to, rates)?.minor;
        counted &&= worth !== undefined;
        return worth;
      },
    },
    stepIs(step.id, isUndecided),
  );
  if (appended.type !== "over") return undefined;
  const { claim, claimed } = appended;
  const show = (minor: number) => formatMinor(minor, claim.currency);
  const joined = claim.scope === "seller" && seller.why !== undefined ? ` (${seller.why})` : "";
  const isOwn = brief !== undefined && claim.scope === "budget";
  const cap = isOwn ? `the campaign's ${mostBoundWords(brief)}` : `the cap per ${claim.scope} (${claim.key})`;
  const reason = `${cap} is ${show(claim.cap)}; ${claimed < noCap ? show(claimed) : "all"} of it is bound, and this step needs ${show(claim.minor)}${joined}`;
  if (!counted && far !== undefined)
    return heldVerdict(`${cap} cannot be counted in ${claim.currency}: it would go by ${far}`);
  const passes = passing.has(claim.scope) && claim.minor <= claim.cap;
  return { type: passes ? "held" : "denied", by: "caps", reasons: [reason] };
}

function inDoubt({ step }: StepState, what: string): Verdict {
  const reason = `${step.agentId} does not hold ${step.id} as it was ordered: ${what} until somebody has decided on it`;
  return heldVerdict(reason);
}

function heldVerdict(reason: string): Verdict {
  return { type: "held", by: "caps", reasons: [reason] };
}

/** The brief's budget holds in the ledger too: two processes cannot both spend its last part. */
function budgetUse({ planAmount }: Step, campaignId: string, cap: number): CapUse {
  return { scope: "budget", key: campaignId, currency: planAmount.currency, minor: planAmount.minor, cap };
}

/** Of claims on the same, the first: it is the one that a cap stands over. */
function eachOnce(claims: readonly CapUse[]): readonly CapUse[] {
  const placeOf = ({ scope, key, currency }: CapUse) => canonicalJson([scope, key, currency]);
  return [...new Map(claims.toReversed().map((claim) => [placeOf(claim), claim])).values()].reverse();
}
