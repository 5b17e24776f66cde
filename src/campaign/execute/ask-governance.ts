import { canonicalJson } from "../../lib/canonical-json.ts";
import { dayOf } from "../../lib/days.ts";
import { nearRates } from "../../lib/exchange.ts";
import type { FrozenCall } from "../../protocol/client/call-permit.ts";
import { checkHere, govern } from "../govern/govern.ts";
import type { GovernPorts } from "../govern/govern-ports.ts";
import { orderOver } from "../model/decisions/stop-order.ts";
import type { Verdict } from "../model/decisions/verdict.ts";
import { sellerAt } from "../model/derived/seller-at.ts";
import { ratesIn, type StepState } from "../model/state/state.ts";
import type { ExecutePorts } from "./execute-ports.ts";

/**
 * Asks governance and records each verdict under the number that it must have, so that one of two processes counts. `written`
 * gets each; where a no is not to close the step it does something else with it.
 */
export async function askGovernance(
  current: StepState,
  call: FrozenCall,
  ports: ExecutePorts,
  written = (verdict: Verdict) => recordVerdict(current, call, verdict, ports),
): Promise<Verdict> {
  ports.progress(`${current.step.id}: asking governance`, "detail");
  const orders = await ports.stopOrders();
  const rules = { policies: ports.policies, approvers: ports.approvalKeys.approvers, now: ports.clock.now };
  await takeRates(current, call, rules, ports);
  const state = ports.journal.state();
  const order = orderOver(orders, state.id, sellerAt(state, current.step.agentId));
  return govern(
    current,
    call,
    state,
    {
      read: ports.read,
      toolName: ports.toolName,
      ...rules,
      governance: ports.governance,
      ...(order === undefined ? {} : { stop: { order, inPassing: ports.inPassing } }),
      settings: ports.settings,
    },
    written,
  );
}

/**
 * Rules and people's limits go by the rates of the day, as caps do. Rates are written down where they change the verdict on the
 * step, so that it can be replayed.
 */
async function takeRates(
  current: StepState,
  call: FrozenCall,
  rules: Pick<GovernPorts, "policies" | "approvers" | "now">,
  { journal, clock, exchange, settings }: ExecutePorts,
): Promise<void> {
  const state = journal.state();
  const rates = nearRates(exchange ?? state.exchange, dayOf(clock.now()), settings.exchangeAgeMs);
  const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);
  if (isSame(rates, ratesIn(state))) return;
  const before = await checkHere(current, call, state, rules);
  const now = await checkHere(current, call, { ...state, rates }, rules);
  if (!isSame(before, now)) await journal.record({ type: "rates-taken", rates }, `rates/${state.sequence}`);
}

/** Records a verdict; false where another process has recorded one in its place. */
export function recordVerdict(
  { step }: StepState,
  { digest }: FrozenCall,
  verdict: Verdict,
  { journal }: ExecutePorts,
): Promise<boolean> {
  const count = journal.state().steps.find((other) => other.step.id === step.id)?.verdicts.length ?? 0;
  return journal.record(
    { type: "verdict-given", stepId: step.id, digest, verdict },
    `verdict/${step.id}/${count + 1}`,
  );
}

/** The same, unless it is the last verdict again: a campaign that is checked every minute does not write down every minute. */
export async function recordNewVerdict(
  current: StepState,
  call: FrozenCall,
  verdict: Verdict,
  ports: ExecutePorts,
): Promise<boolean> {
  const { steps } = ports.journal.state();
  const last = (steps.find(({ step }) => step.id === current.step.id) ?? current).verdicts.at(-1)?.verdict;
  const isNew = last === undefined || canonicalJson(last) !== canonicalJson(verdict);
  return isNew && recordVerdict(current, call, verdict, ports);
}
