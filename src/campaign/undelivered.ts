import { isMessage } from "./execute/outbox.ts";
import type { CampaignState, StepState } from "./state.ts";

/** A message that its agent has not taken yet. */
export interface Undelivered {
  readonly stepId: string;
  readonly agent: string;
  /** What it tells, one sentence. */
  readonly purpose: string;
  readonly status: StepState["status"];
  /** How often it was sent without an answer that settles it. */
  readonly tries: number;
  /** UTC, ISO 8601: not sent again before. */
  readonly nextTryAt?: string;
  readonly reason?: string;
}

const waiting: ReadonlySet<StepState["status"]> = new Set([
  "proposed",
  "held",
  "escalated",
  "begun",
  "pending",
]);

/** What still lies in the outbox, in the order in which it happened. */
export function undelivered({ steps }: CampaignState): Undelivered[] {
  return steps
    .filter(({ step, status }) => isMessage(step) && waiting.has(status))
    .map(({ step, status, tries = 0, retryAt, reason }) => ({
      stepId: step.id,
      agent: step.agentId,
      purpose: step.purpose,
      status,
      tries,
      ...(retryAt === undefined ? {} : { nextTryAt: retryAt }),
      ...(reason === undefined ? {} : { reason }),
    }));
}
