import { z } from "zod";
import { eachLoose, looseFields } from "../../../lib/described.ts";
import { digestUuid } from "../../../lib/digest.ts";
import { fieldPath } from "../../../lib/json-object.ts";
import { lifecycleTools } from "../../../protocol/dialects/adcp/compact/lifecycle.ts";
import { mutations, tasks } from "../../../protocol/tasks/index.ts";
import { names, type PublicRelease, since } from "../../../protocol/tasks/names.ts";
import { platforms, signals } from "../../inventory/signals.ts";
import { isPayload, type Payload } from "../../payload.ts";
import { invalid, Refusal } from "../../refusal.ts";
import { codecFor } from "./spelling.ts";

/** What the public standard wants in requests where the contract does not. */
const required: ReadonlyMap<string, readonly string[]> = new Map([
  [tasks.create_media_buy.name, ["account", "brand", "start_time", "end_time"]],
  [tasks.update_media_buy.name, ["account"]],
  [tasks.buy_products.name, ["account", "feed_version", "start_time", "end_time"]],
  [tasks.control_media_buy.name, ["account", "revision"]],
  [tasks.sync_creatives.name, ["account"]],
  [tasks.sync_audiences.name, ["account"]],
]);

const changes: ReadonlySet<string> = new Set([
  ...Object.values(mutations).map(({ name }) => name),
  ...lifecycleTools.filter((name) => name !== tasks.list_products.name),
]);

/** A request of the public standard in the agents' shape. Throws a `Refusal` for what the standard does not allow. */
export function readRequest(task: string, received: Payload, release: PublicRelease): Payload {
  for (const field of required.get(task) ?? [])
    if (received[field] === undefined) throw invalid(`${field} is missing`, field);
  if (since(release, "3.1")) checkSignals(received);
  const { versionField, majorVersionField } = names.adcp;
  const { [versionField]: _release, [majorVersionField]: _major, ...request } = received;
  const inside = fill(task, {
    ...(codecFor(task)?.request.read(request, { release, request: {} }) ?? request),
  });
  return changes.has(task) ? { ...inside, idempotency_key: keyInside(received["idempotency_key"]) } : inside;
}

const signal_ref = looseFields({ scope: z.string(), signal_id: z.string() });
const bound = z.number().optional();

/** How a package of an order names the signals that it is targeted with; the first release has no place for them. */
const signalsSchema = looseFields({
  targeting_overlay: looseFields({
    signal_targeting_groups: looseFields({
      operator: z.literal("all"),
      groups: eachLoose({
        operator: z.enum(["any", "none"]),
        signals: z.array(
          z.discriminatedUnion("value_type", [
            looseFields({ value_type: z.literal("binary"), signal_ref, value: z.literal(true) }),
            looseFields({
              value_type: z.literal("categorical"),
              signal_ref,
              values: z.array(z.string()).min(1),
            }),
            looseFields({
              value_type: z.literal("numeric"),
              signal_ref,
              min_value: bound,
              max_value: bound,
            }),
          ]),
        ),
      }),
    }),
  }),
});

function checkSignals(received: Payload): void {
  for (const list of ["packages", "new_packages"]) {
    const packages: unknown = received[list];
    if (!Array.isArray(packages)) continue;
    packages.forEach((one: unknown, i) => {
      const overlay = isPayload(one) ? one["targeting_overlay"] : undefined;
      if (!isPayload(overlay) || overlay["signal_targeting_groups"] === undefined) return;
      const wrong = signalsSchema.safeParse(one).error?.issues[0];
      if (wrong === undefined) return;
      const field = fieldPath([list, i, ...wrong.path]);
      throw invalid(`${field}: ${wrong.message}`, field);
    });
  }
}

const keyShape = /^[\w.:-]{16,255}$/;

/** Agents keep UUIDs. A key that is none becomes one, always the same. */
function keyInside(key: unknown): string {
  if (key === undefined)
    throw new Refusal("INVALID_REQUEST", "idempotency_key is missing", "idempotency_key");
  if (typeof key !== "string" || !keyShape.test(key))
    throw invalid(
      "idempotency_key must be 16 to 255 letters, digits, dots, colons, dashes or underscores",
      "idempotency_key",
    );
  return digestUuid(key);
}

/** A request, already in the agents' shape, with what agents want to know and the public standard lets callers leave out. */
function fill(task: string, request: Payload): Payload {
  return fillers.get(task)?.(request) ?? request;
}

/** Whoever names no destination or country wants to see all, and whoever names signals does not describe them. */
function anywhere(request: Payload): Payload {
  const { deliver_to, signal_spec = "any" } = request;
  return {
    ...request,
    signal_spec,
    deliver_to: {
      deployments: platforms.map((platform) => ({ type: "platform", platform })),
      countries: [...new Set(signals.flatMap(({ countries }) => countries))],
      ...(isPayload(deliver_to) ? deliver_to : {}),
    },
  };
}

/** A manifest says itself which format it is of. */
function inItsFormat(request: Payload): Payload {
  const { format_id, creative_manifest } = request;
  if (format_id !== undefined || !isPayload(creative_manifest)) return request;
  return { ...request, format_id: creative_manifest["format_id"] };
}

/** All that a caller has: which of it, and how much, is the page's matter. */
function wholeLibrary({ filters, ...rest }: Payload): Payload {
  const { creative_ids: _, ...known } = isPayload(filters) ? filters : {};
  return { ...rest, filters: known, limit: 1000 };
}

const fillers: ReadonlyMap<string, (request: Payload) => Payload> = new Map([
  [tasks.get_signals.name, anywhere],
  [tasks.list_creatives.name, wholeLibrary],
  [tasks.preview_creative.name, inItsFormat],
]);
