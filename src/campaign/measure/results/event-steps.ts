import { digest } from "../../../lib/digest.ts";
import { groupBy } from "../../../lib/group-by.ts";
import { toDecimal } from "../../../lib/money.ts";
import type { ArgumentsOf } from "../../../protocol/tasks/index.ts";
import type { BuyerResult } from "../../model/measured/result.ts";
import type { CampaignState } from "../../model/state/state.ts";
import { makeStep, type Step } from "../../model/step/step.ts";
import { type PlacedResult, placeResults } from "../place-results.ts";

/** The contract's largest batch. */
const eventsAtOnce = 10_000;

/**
 * Steps that send each seller which takes events the results that its own buys brought, those alone, and each once: a seller
 * knows an event by its id and takes no second version of it. Results without an event source are not sent.
 */
export function eventSteps(state: CampaignState): Step[] {
  const { brief, sellers = [], results } = state;
  if (brief === undefined || results === undefined) return [];
  const notified = notifiedEvents(state);
  const { placed } = placeResults(state);
  return sellers
    .filter(({ tasks }) => tasks.includes("log_event"))
    .flatMap((seller) =>
      batchesFor(seller.id, placed, notified).map(({ source, events }) => {
        const ids = events.map(({ event_id }) => event_id);
        return makeStep({
          id: `events/${seller.id}/${digest([source, ids]).slice(0, 16)}`,
          task: "log_event",
          agent: seller,
          arguments: { event_source_id: source, events },
          currency: brief.budget.currency,
          purpose: `send ${seller.id} ${ids.length === 1 ? "a result" : `${ids.length} results`} of its buys`,
        });
      }),
    );
}

/** What one seller has not been sent yet, by event source, in parts that it takes at once. */
function batchesFor(sellerId: string, placed: readonly PlacedResult[], notified: ReadonlySet<string>) {
  const own = placed.filter((one) => one.sellerId === sellerId).map(({ result }) => result);
  return [...groupBy(own, ({ source }) => source)].flatMap(([source, results]) => {
    if (source === undefined) return [];
    const fresh = results.filter(({ id }) => !notified.has(keyOf(sellerId, source, id))).map(eventOf);
    const parts = Math.ceil(fresh.length / eventsAtOnce);
    return Array.from({ length: parts }, (_, part) => ({
      source,
      events: fresh.slice(part * eventsAtOnce, (part + 1) * eventsAtOnce),
    }));
  });
}

function eventOf({ id, at, type, value }: BuyerResult): ArgumentsOf<"log_event">["events"][number] {
  return {
    event_id: id,
    event_type: type,
    event_time: at,
    ...(value !== undefined && { custom_data: { value: toDecimal(value), currency: value.currency } }),
  };
}

/** Events that stand in a step already, whatever became of it: what a seller refused is not pressed on it. */
function notifiedEvents({ steps }: CampaignState): Set<string> {
  return new Set(
    steps.flatMap(({ step }) => {
      if (step.task !== "log_event") return [];
      // The step was made here, of this task's request.
      const { event_source_id, events } = step.arguments as ArgumentsOf<"log_event">;
      return events.map(({ event_id }) => keyOf(step.agentId, event_source_id, event_id));
    }),
  );
}

function keyOf(sellerId: string, source: string, id: string): string {
  return JSON.stringify([sellerId, source, id]);
}
