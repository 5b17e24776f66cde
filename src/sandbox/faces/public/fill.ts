import { tasks } from "../../../protocol/tasks/index.ts";
import { platforms, signals } from "../../catalogues/signals.ts";
import { isPayload, type Payload } from "../../payload.ts";

/** A request, already in the agents' shape, with what agents want to know and the public standard lets callers leave out. */
export function fill(task: string, request: Payload): Payload {
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

const fillers: ReadonlyMap<string, (request: Payload) => Payload> = new Map([
  [tasks.get_signals.name, anywhere],
  [tasks.preview_creative.name, inItsFormat],
]);
