import { type Clock, isoTime } from "../../lib/clock.ts";
import { dayMs } from "../../lib/days.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { type Tool, tool } from "../tool.ts";

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
    const partial_failures = events.flatMap((event): Failure | [] => {
      const message = problemOf(event, clock.now());
      return message === undefined ? [] : { event_id: event.event_id, code: "VALIDATION_ERROR", message };
    });
    return {
      events_received: events.length,
      events_processed: events.length - partial_failures.length,
      partial_failures,
    };
  });
}

function problemOf(event: RequestOf<"log_event">["events"][number], now: number): string | undefined {
  const at = Date.parse(event.event_time);
  const { value, currency } = event.custom_data ?? {};
  if (!eventTypes.has(event.event_type)) return `no event type "${event.event_type}"`;
  if (at > now) return `event_time lies after ${isoTime(now)}`;
  if (at < now - oldest) return "the event is older than 90 days";
  return value !== undefined && currency === undefined ? "a value needs its currency" : undefined;
}
