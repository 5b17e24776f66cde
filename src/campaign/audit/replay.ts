import { z } from "zod";
import { hashOf } from "../../ledger/chain.ts";
import type { Stored } from "../../ledger/ledger.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { type Described, each, fields } from "../../lib/described.ts";
import { digest } from "../../lib/digest.ts";
import { checkApprovals } from "../approvals/check-approvals.ts";
import { deskRules } from "../govern/files/desk-rules.ts";
import { policiesRecorded } from "../govern/files/policy-file.ts";
import { localVerdict } from "../govern/local-verdict.ts";
import type { Approvers } from "../model/decisions/approvers.ts";
import type { VerdictSource } from "../model/decisions/verdict.ts";
import type { Plan } from "../model/offers/plan.ts";
import type { Policy } from "../model/policy/policy.ts";
import type { CampaignEvent, Recorded } from "../model/state/events.ts";
import { campaignEvent } from "../model/state/former-events.ts";
import { reduce } from "../model/state/reducer.ts";
import { type CampaignState, emptyState, type StepState } from "../model/state/state.ts";
import { limitBrokenBy } from "../plan/allocate.ts";
import { planRequest } from "../plan/plan-request.ts";
import { splitAnew, splitRequest } from "../plan/split-anew.ts";
import { rankContext } from "../rank/criterion.ts";
import { rank } from "../rank/rank.ts";
import { onOwnDays, planAsSet } from "../steps/plan-as-set.ts";
import type { Bundle } from "./bundle.ts";

const sequence = z.number().int();

/** A decision of the campaign, made again from what it was made of. */
const decisionSchema = fields({
  sequence,
  about: z.string().describe("what was decided: the ranking, the plan, or the local verdict on a step"),
  same: z.boolean(),
  difference: z.string().optional().describe("what stands in the ledger and what comes out now"),
});
export type Decision = Described<typeof decisionSchema>;

export const replaySchema = fields({
  campaignId: z.string(),
  broken: each({ sequence, key: z.string() }).describe("entries whose seal does not fit what they hold"),
  decisions: z.array(decisionSchema),
  planDigest: z
    .string()
    .optional()
    .describe("SHA-256 of the plan as it comes out now; absent where the campaign has none"),
  recordedPlanDigest: z.string().optional(),
});

/** Makes every decision of a campaign again, offline, from the entries of its bundle alone. */
export async function replay({ campaignId, entries }: Bundle): Promise<Described<typeof replaySchema>> {
  let state = emptyState(campaignId);
  let policies: readonly Policy[] = [];
  const decisions: Decision[] = [];
  const digests: { planDigest?: string; recordedPlanDigest?: string } = {};
  for (const entry of entries) {
    const recorded = campaignEvent(entry);
    const { event } = recorded;
    if ("policies" in event) policies = policiesRecorded(event.policies);
    const decided = await decideAgain(recorded, state, policies);
    if (decided !== undefined) decisions.push({ sequence: entry.sequence, ...decided.decision });
    if (event.type === "plan-made") digests.recordedPlanDigest = digest(event.plan);
    if (decided?.planDigest !== undefined) digests.planDigest = decided.planDigest;
    // What follows is evaluated against what the campaign would be now, not against what was written of it.
    state = reduce(state, [
      decided?.instead === undefined ? recorded : { ...recorded, event: decided.instead },
    ]);
  }
  return { campaignId, broken: brokenSeals(entries), decisions, ...digests };
}

/** Verdicts that rest on more than the campaign's own entries: an agent's word, and what other campaigns have bound. */
const decidedElsewhere: ReadonlySet<VerdictSource> = new Set([
  "governance",
  "idempotency",
  "standard",
  "caps",
  "stop-order",
  "operator",
  "pause",
  "seller-books",
  "proposal",
]);

const nobody: Approvers = { type: "named", people: [], tiers: [] };

interface DecidedAgain {
  readonly decision: Omit<Decision, "sequence">;
  readonly instead?: CampaignEvent;
  readonly planDigest?: string;
}

async function decideAgain(
  { event, at }: Recorded,
  state: CampaignState,
  policies: readonly Policy[],
): Promise<DecidedAgain | undefined> {
  const { brief, offers = [], ranking } = state;
  if (brief === undefined) return undefined;
  if (event.type === "offers-ranked") {
    const again = rank(offers, rankContext(state, brief));
    return {
      decision: compared(
        "the ranking",
        event.ranking.rows,
        again.rows,
        ({ offerId, score, gate }) => `${offerId} with ${score.toFixed(2)} points (${gate})`,
      ),
      instead: { ...event, ranking: again },
    };
  }
  if (event.type === "plan-made" && ranking !== undefined) {
    const plan = await planAgain(event.plan, state, Date.parse(at));
    if (typeof plan === "string") return { decision: { about: "the plan", same: false, difference: plan } };
    return {
      decision: compared(
        "the plan",
        event.plan.lines,
        plan.lines,
        ({ lineId, amount }) => `${lineId} ${amount.minor} ${amount.currency}`,
      ),
      instead: { ...event, plan },
      planDigest: digest(plan),
    };
  }
  if (event.type === "verdict-given") {
    const step = state.steps.find(({ step: { id } }) => id === event.stepId);
    if (step === undefined || decidedElsewhere.has(event.verdict.by)) return undefined;
    return { decision: await verdictAgain(event, step, state, { policies, now: Date.parse(at) }) };
  }
  return undefined;
}

async function verdictAgain(
  { stepId, digest, verdict }: Extract<CampaignEvent, { type: "verdict-given" }>,
  current: StepState,
  state: CampaignState,
  { policies, now }: { readonly policies: readonly Policy[]; readonly now: number },
): Promise<Omit<Decision, "sequence">> {
  const { approvers = nobody } = state;
  const subject = { current, digest, state, approvers, now };
  const approvals = await checkApprovals(current.approvals ?? [], subject);
  const again = localVerdict(current, state, { policies, approvals, now });
  const about = `the local verdict on ${stepId}`;
  if (canonicalJson(again) === canonicalJson(verdict)) return { about, same: true };
  return { about, same: false, difference: `${verdict.type} in the ledger, ${again.type} now` };
}

/**
 * The plan as it comes out now. Where a search was ended at its limit or could not be made, then or now, plans may differ
 * with the machine: the recorded one stands if it keeps every limit. A text says which one it breaks.
 */
async function planAgain(recorded: Plan, state: CampaignState, now: number): Promise<Plan | string> {
  const again = await madeAgain(recorded, state, now);
  if (typeof again === "string") return again;
  const { plan, request } = again;
  const isSettled = ({ proof }: Plan) => proof === undefined || proof.outcome === "optimal";
  const isSame = canonicalJson(plan.lines) === canonicalJson(recorded.lines);
  if (isSame || (isSettled(recorded) && isSettled(plan))) return plan;
  return limitBrokenBy(recorded, request) ?? recorded;
}

async function madeAgain({ id: planId, freed }: Plan, state: CampaignState, now: number) {
  const rules = { ...deskRules(state), now };
  if (freed === undefined) {
    const request = planRequest(state, rules);
    if (request === undefined) return "nothing was ranked before it";
    return { request: onOwnDays(request), plan: await planAsSet({ ...request, planId }) };
  }
  const request = splitRequest(state, rules);
  if (request === undefined) return "no line had come to nothing before it";
  const plan = await splitAnew({ ...request, planId });
  return plan === undefined ? "no other offer takes the freed money" : { request, plan };
}

function compared<Item>(
  about: string,
  before: readonly Item[],
  after: readonly Item[],
  words: (item: Item) => string,
): Omit<Decision, "sequence"> {
  if (canonicalJson(before) === canonicalJson(after)) return { about, same: true };
  const at = after.findIndex((item, i) => canonicalJson(item) !== canonicalJson(before[i] ?? null));
  const index = at === -1 ? after.length : at;
  const show = (items: readonly Item[]) => {
    const item = items[index];
    return item === undefined ? "nothing" : words(item);
  };
  return {
    about,
    same: false,
    difference: `at place ${index + 1}: ${show(before)} in the ledger, ${show(after)} now`,
  };
}

/** Entries whose seal does not fit what they hold. */
export function brokenSeals(entries: readonly Stored[]): { sequence: number; key: string }[] {
  let before = "";
  return entries.flatMap(({ campaignId, hash, event, moves, ...entry }) => {
    const row = {
      ...entry,
      campaign: campaignId,
      body: canonicalJson(event),
      moves: moves === undefined ? "" : canonicalJson(moves),
    };
    const fits = hashOf(before, row) === hash;
    before = hash;
    return fits ? [] : [{ sequence: entry.sequence, key: entry.key }];
  });
}

export function stateOfBundle({ campaignId, entries }: Bundle): CampaignState {
  return reduce(emptyState(campaignId), entries.map(campaignEvent));
}
