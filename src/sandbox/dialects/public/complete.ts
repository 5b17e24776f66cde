import { mostPerPage } from "../../../protocol/dialects/adcp/page.ts";
import { tasks } from "../../../protocol/tasks/index.ts";
import { reporting_capabilities } from "../../inventory/listing.ts";
import { isPayload, type Payload, payloadsIn } from "../../payload.ts";
import { Refusal } from "../../refusal.ts";
import { list_tasks } from "../../seller-tasks.ts";

/** An answer on the wire with the fields that the public standard wants and the agents do not give. */
export function complete(task: string, answer: Payload, received: Payload): Payload {
  return completions.get(task)?.(answer, received) ?? answer;
}

/** Only its seller's capabilities say what a product can be targeted by. */
function withReporting(product: Payload): Payload {
  const { targeting: _, ...kept } = product;
  return { reporting_capabilities, ...kept };
}

/** What creative agents do, in the standard's words. */
const abilities: ReadonlyMap<unknown, string> = new Map([
  [tasks.preview_creative.name, "preview"],
  [tasks.build_creative.name, "generation"],
]);

function withAbilities({ capabilities, ...agent }: Payload): Payload {
  const known = Array.isArray(capabilities) ? capabilities.map((one) => abilities.get(one)) : [];
  return { ...agent, capabilities: known.filter((one) => one !== undefined) };
}

/** Signals are of providers' catalogues; the agent names providers, and this their invented domains. */
function withCatalogue(signal: Payload): Payload {
  const { data_provider, signal_agent_segment_id: id } = signal;
  const host = String(data_provider)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  return { signal_id: { source: "catalog", data_provider_domain: `${host}.example`, id }, ...signal };
}

/** The signals that were asked for by id, where any were. */
function named(signals: readonly Payload[], { signal_ids }: Payload): readonly Payload[] {
  if (!Array.isArray(signal_ids)) return signals;
  const ids = new Set<unknown>(signal_ids.map((one: unknown) => (isPayload(one) ? one["id"] : one)));
  return signals.filter((signal) => ids.has(signal["signal_agent_segment_id"]));
}

/** The page of a list that was asked for: the next one begins where it ends. */
function pageOf(list: string, answer: Payload, { pagination }: Payload): Payload {
  const all = payloadsIn(answer[list]);
  const { cursor = "0", max_results = mostPerPage } = isPayload(pagination) ? pagination : {};
  const from = Number(cursor);
  if (!Number.isInteger(from) || from < 0 || from > all.length)
    throw new Refusal("INVALID_REQUEST", "no page begins there", "pagination.cursor");
  const page = all.slice(from, from + Number(max_results));
  const end = from + page.length;
  const has_more = end < all.length;
  return {
    ...answer,
    pagination: { has_more, total_count: all.length, ...(has_more && { cursor: String(end) }) },
    [list]: page,
  };
}

/** A page with how much there is, and how much of it stands there. */
function summedUp(list: string, answer: Payload, received: Payload): Payload {
  const page = pageOf(list, answer, received);
  const total_matching = payloadsIn(answer[list]).length;
  return { ...page, query_summary: { total_matching, returned: payloadsIn(page[list]).length } };
}

/** The creatives that were asked for by id, where any were. */
function librarysPage(answer: Payload, received: Payload): Payload {
  const ids = isPayload(received["filters"]) ? received["filters"]["creative_ids"] : undefined;
  const creatives = payloadsIn(answer["creatives"]).filter(
    ({ creative_id }) => !Array.isArray(ids) || ids.includes(creative_id),
  );
  return summedUp("creatives", { ...answer, creatives }, received);
}

type Completion = (answer: Payload, received: Payload) => Payload;

const completions: ReadonlyMap<string, Completion> = new Map<string, Completion>([
  [
    tasks.get_products.name,
    (answer) =>
      answer["products"] === undefined
        ? answer
        : { ...answer, products: payloadsIn(answer["products"]).map(withReporting) },
  ],
  [tasks.list_creatives.name, librarysPage],
  [list_tasks.name, (answer, received) => summedUp("tasks", answer, received)],
  [tasks.get_media_buys.name, (answer, received) => pageOf("media_buys", answer, received)],
  [tasks.list_accounts.name, (answer, received) => pageOf("accounts", answer, received)],
  [tasks.get_task_status.name, (answer) => ({ protocol: "media-buy", ...answer })],
  [
    tasks.list_creative_formats.name,
    (answer) => ({ ...answer, creative_agents: payloadsIn(answer["creative_agents"]).map(withAbilities) }),
  ],
  [
    tasks.get_signals.name,
    (answer, received) => ({
      ...answer,
      signals: named(payloadsIn(answer["signals"]), received).map(withCatalogue),
    }),
  ],
]);
