import { type Clock, isoTime } from "../../lib/clock.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { Refusal } from "../refusal.ts";
import { type Tool, tool } from "../tool.ts";

type Event = RequestOf<"log_event">["events"][number];
type Failure = NonNullable<ResponseOf<"log_event">["partial_failures"]>[number];

const eventTypes = new Set([
  "purchase",
  "lead",
  "sign_up",
  "subscribe",
  "add_to_cart",
  "begin_checkout",
  "view_content",
  "page_view",
  "search",
  "app_install",
  "store_visit",
  "custom",
]);
/** Older events can no longer be attributed, in milliseconds. */
const oldest = 90 * 86_400_000;

/** Outcomes that callers measured. One that cannot be taken fails alone. */
export function eventTool(clock: Clock): Tool {
  /** Who writes to an event source: its first caller, until the sandbox ends. */
  const owners = new Map<string, string>();

  return tool(tasks.log_event, ({ event_source_id, events }, { principal }): ResponseOf<"log_event"> => {
    const owner = owners.get(event_source_id) ?? principal;
    if (owner !== principal)
      throw new Refusal("REFERENCE_NOT_FOUND", `no event source "${event_source_id}"`, "event_source_id");
    owners.set(event_source_id, owner);
    const partial_failures = events.flatMap((event): Failure[] => {
      const problem = problemOf(event, clock.now());
      if (problem !== undefined) return [{ event_id: event.event_id, ...problem }];
      return [];
    });
    return {
      events_received: events.length,
      events_processed: events.length - partial_failures.length,
      partial_failures,
    };
  });
}

function problemOf(event: Event, now: number): { code: string; message: string } | undefined {
  const at = Date.parse(event.event_time);
  const { value, currency } = event.custom_data ?? {};
  if (!eventTypes.has(event.event_type))
    return { code: "VALIDATION_ERROR", message: `no event type "${event.event_type}"` };
  if (at > now) return { code: "VALIDATION_ERROR", message: `event_time lies after ${isoTime(now)}` };
  if (at < now - oldest) return { code: "VALIDATION_ERROR", message: "the event is older than 90 days" };
  if (value !== undefined && currency === undefined)
    return { code: "VALIDATION_ERROR", message: "a value needs its currency" };
  return undefined;
}
