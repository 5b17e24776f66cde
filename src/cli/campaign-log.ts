import type { CampaignEvent } from "../campaign/model/state/events.ts";
import type { Observer } from "../campaign/model/state/journal.ts";
import type { EndedCall } from "../protocol/client/calls.ts";
import type { Log } from "../server/log.ts";
import { progressLine } from "./progress.ts";

/** Each event in the log of a process that is at several campaigns at once. */
export function campaignLog(log: Log): Observer {
  return ({ campaignId, event }, { steps }) => {
    const stepId = "stepId" in event ? event.stepId : undefined;
    const agent = steps.find(({ step }) => step.id === stepId)?.step.agentId;
    const child = log.child({ campaign: campaignId, ...(agent !== undefined && { agent }) });
    const fields = { event: event.type, ...(stepId !== undefined && { step: stepId }) };
    const line = progressLine(event);
    if (line === "") child.debug(fields, event.type);
    else if (alarming.has(event.type)) child.warn(fields, line);
    else child.info(fields, line);
  };
}

/** A call in that log: who was asked for what and how it ended, nothing of its content. */
export function recordCall({ agentUrl, task, code, milliseconds }: EndedCall, log: Log): void {
  const agent = new URL(agentUrl).hostname;
  const fields = { agent, task, milliseconds, ...(code !== undefined && { code }) };
  log.debug(fields, `${task}: ${code ?? "answered"} in ${milliseconds} ms`);
}

/** Two that see each event. */
export function bothObserve(one: Observer, other: Observer | undefined): Observer {
  if (other === undefined) return one;
  return (...seen) => {
    one(...seen);
    other(...seen);
  };
}

const alarming: ReadonlySet<CampaignEvent["type"]> = new Set([
  "step-failed",
  "step-escalated",
  "alert-raised",
  "under-delivery-found",
  "books-compared",
]);
