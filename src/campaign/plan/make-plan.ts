import { universeOf } from "../model/people/universe.ts";
import type { Plan } from "../model/plan.ts";
import type { Signal } from "../model/signal.ts";
import { type AllocateRequest, allocate } from "./allocate.ts";
import { outlookOf } from "./outlook.ts";
import { poseProblem } from "./problem.ts";
import { estimateReach } from "./reach.ts";
import { chooseSignals } from "./signals/choose.ts";

export interface PlanRequest extends AllocateRequest {
  readonly signals: readonly Signal[];
}

/** Ranking -> Plan: the budget split, with the audience signals that its lines use, how many people they may reach and how far it gets. */
export async function makePlan({ signals, ...request }: PlanRequest): Promise<Plan> {
  const { brief, offers, exchange } = request;
  const plan = chooseSignals({ plan: await allocate(request), brief, offers, signals, exchange });
  const reach = estimateReach(plan, offers, { universe: universeOf(brief), overlap: brief.overlap });
  const goal = outlookOf({ ...plan, ...(reach && { reach }) }, poseProblem(request).goal, { brief, offers });
  return { ...plan, ...(reach && { reach }), ...(goal && { goal }) };
}
