import { type Clock, isoTime } from "../../lib/clock.ts";
import { dayMs } from "../../lib/days.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
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
const oldest = 90 * dayMs;

/** Outcomes that callers measured. One that cannot be taken fails alone. */
export function eventTool(clock: Clock): Tool {
  return tool(tasks.log_event, ({ events }): ResponseOf<"log_event"> => {
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
