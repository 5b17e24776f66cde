import { canonicalJson } from "../../lib/canonical-json.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { asTaken } from "../account/ordered-now.ts";
import { bindings } from "../account/still-bound.ts";
import { checkApprovals } from "../approvals/check-approvals.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import type { Ports } from "../model/state/ports.ts";
import {
  awaitsPerson,
  boundBy,
  type CampaignState,
  type StepState,
  stepOf,
  usedApprovals,
} from "../model/state/state.ts";
import type { BuyCheck } from "../model/step/buy-change.ts";
import { giveBack } from "./left-bound.ts";

export type CheckPorts = Pick<Ports, "journal" | "read" | "clock" | "approvalKeys" | "settings">;

/** Records how a buy was read back where that is news, and that it is taken as it stands where people have approved to that. */
export async function conclude(
  current: StepState,
  check: BuyCheck,
  buy: MediaBuy | undefined,
  ports: CheckPorts,
): Promise<void> {
  const { made, findings, question } = check;
  const { check: before } = current;
  const hasGrown = grows(check, ports.journal.state());
  const isReadSince = current.moreBooked !== undefined && buy !== undefined;
  const isKnown = !hasGrown && !isReadSince && newsOf(check) === newsOf(before);
  const accepted = isKnown && awaitsPerson(current) ? await approvedBy(current, ports) : undefined;
  if (accepted !== undefined) {
    const kept = await keptAsAccepted(current, buy, ports);
    const taken = { ...(kept && { kept }), ...(buy && { asBooked: asTaken(buy) }) };
    await record(current, { made, findings, question, accepted, ...taken }, ports);
    return;
  }
  // What people have taken stands until there is something to ask.
  const isTaken = before?.accepted !== undefined && question === undefined && !hasGrown;
  if (!isKnown && !isTaken) await record(current, check, ports);
}

/** Whether a step binds more by it than it does. */
function grows({ grown = [] }: BuyCheck, state: CampaignState): boolean {
  return grown.some(({ stepId, amount }) => {
    const bound = stepOf(state, stepId);
    return bound !== undefined && amount.minor > boundBy(bound).amount.minor;
  });
}

function newsOf(check: BuyCheck | undefined): string {
  const { findings = null, unread = null, question = null, again = false, runsOn = false } = check ?? {};
  return canonicalJson([findings, unread, question, again, runsOn, check?.until ?? null]);
}

/** Of two processes that have read the books, the result of one is recorded. */
export async function record({ step, check }: StepState, found: BuyCheck, { journal }: CheckPorts) {
  const count = (check?.count ?? 0) + 1;
  await journal.record({ type: "change-checked", stepId: step.id, ...found }, `checked/${step.id}/${count}`);
}

/** Who approved to a buy as it stands, where those are enough; undefined else. */
async function approvedBy(current: StepState, { journal, clock, approvalKeys }: CheckPorts) {
  const { approvals = [], intent } = current;
  const since = usedApprovals(current);
  if (intent === undefined || approvals.length <= (since ?? 0)) return undefined;
  const subject = { current, digest: intent.digest, state: journal.state(), now: clock.now(), since };
  const given = await checkApprovals(approvals, { ...subject, approvers: approvalKeys.approvers() });
  return given.type === "enough" ? given.by : undefined;
}

/** What a buy binds once it is taken as it stands: what its books say, where they say it; what could not be counted, as ordered. */
async function keptAsAccepted(current: StepState, buy: MediaBuy | undefined, ports: CheckPorts) {
  const { step, check } = current;
  const mediaBuyId = step.change?.subject.mediaBuyId ?? mediaBuyIdOf(current) ?? "";
  const bound = bindings(ports.journal.state(), { sellerId: step.agentId, mediaBuyId });
  if (check?.filled !== undefined) return bound.filter(({ stepId }) => stepId === check.filled);
  const given = buy === undefined ? undefined : await giveBack(step, buy, bound, ports, { isFinal: true });
  return given !== undefined && "kept" in given && given.kept.length > 0 ? given.kept : undefined;
}
