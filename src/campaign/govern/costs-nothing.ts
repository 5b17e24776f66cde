import { z } from "zod";
import type { MutationName } from "../../protocol/tasks/index.ts";
import type { Step } from "../model/step/step.ts";

/** Changes that bind no money at the agent. What is not listed may. */
const free: ReadonlySet<MutationName> = new Set([
  "sync_accounts",
  "sync_audiences",
  "sync_catalogs",
  "sync_creatives",
  "log_event",
  "provide_performance_feedback",
  "request_proposals",
  "decline_proposals",
  "sync_governance",
  "sync_plans",
]);

/** Whether a step cannot bind money, whatever its agent makes of it: a closed list, and stopping a buy. */
export function costsNothing({ task, arguments: request }: Pick<Step, "task" | "arguments">): boolean {
  return (
    free.has(task) ||
    (task === "update_media_buy" && onlyStops(request["updates"])) ||
    (task === "refine_proposals" && revisions.safeParse(request).success)
  );
}

/** Refinements of which none has anything held. */
const revisions = z.object({ refinements: z.array(z.object({ action: z.literal("revise") })).min(1) });

/**
 * Whether a step does nothing but pause or cancel what is bought, whole or by its packages: it goes out although no operator is
 * named.
 */
export function stopsOnly({ task, arguments: request }: Pick<Step, "task" | "arguments">): boolean {
  const { updates } = request;
  return task === "update_media_buy" && (onlyStops(updates) || pausedPackages.safeParse(updates).success);
}

const pausedPackages = z.strictObject({
  packages: z.array(z.strictObject({ package_id: z.string(), paused: z.literal(true) })).min(1),
});

/** The arguments are data of the task's schema; any other field than these may change what is spent. */
function onlyStops(updates: unknown): boolean {
  if (typeof updates !== "object" || updates === null) return false;
  const { status, cancellation_reason: _, ...rest } = updates as Readonly<Record<string, unknown>>;
  return (status === "paused" || status === "canceled") && Object.keys(rest).length === 0;
}
