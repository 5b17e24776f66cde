import { isObject, type JsonObject, objectsIn } from "../../../../lib/json-object.ts";
import { type PublicRelease, since } from "../../../tasks/names.ts";
import { type At, type Codec, without } from "../codec.ts";

/** The public standard reports several plans at once, and a plan's single checks and outcomes only when asked. */
export const get_plan_audit_logs: Codec = {
  request: {
    write: ({ plan_id, ...rest }) => ({
      ...without(rest, "governance_context"),
      ...(plan_id !== undefined && { plan_ids: [plan_id] }),
      include_entries: true,
    }),
    read: ({ plan_ids, ...rest }) => ({
      ...without(rest, "include_entries"),
      ...(Array.isArray(plan_ids) && { plan_id: plan_ids[0] }),
    }),
  },
  answer: { write: writeAnswer, read: readAnswer },
};

function readAnswer({ plans, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(Array.isArray(plans) && {
      entries: objectsIn(plans).flatMap(({ entries }) => objectsIn(entries).flatMap(readEntry)),
    }),
  };
}

/** An entry is a check with its verdict, or an outcome with what became of the call. */
function readEntry(entry: JsonObject): JsonObject[] {
  const { timestamp, caller, type, explanation, conditions, ...details } = entry;
  if (typeof timestamp !== "string") return [];
  const { verdict, outcome, status } = details;
  const word = verdict ?? outcome ?? status;
  const action = typeof word === "string" ? `${text(type)}:${word}` : text(type);
  return [
    {
      timestamp,
      actor: typeof caller === "string" ? caller : "unknown",
      action,
      ...(typeof explanation === "string" && { reason: explanation }),
      ...(Array.isArray(conditions) && { conditions }),
      details,
    },
  ];
}

function text(type: unknown): string {
  return typeof type === "string" ? type : "entry";
}

const actions = /^(check|outcome):(.+)$/;

/** What an agent's books leave out is left out where the public standard allows it, and counted where it does not. */
function writeAnswer({ entries: logged, ...rest }: JsonObject, { release, request }: At): JsonObject {
  const plan_id = Array.isArray(request["plan_ids"]) ? (request["plan_ids"] as unknown[])[0] : undefined;
  const entries = objectsIn(logged).flatMap((entry, place) => writeEntry(entry, place, release));
  const summary = {
    checks_performed: entries.filter(({ type }) => type === "check").length,
    outcomes_reported: entries.filter(({ type }) => type === "outcome").length,
  };
  const plan = { plan_id, plan_version: 1, status: "active", budget: {}, summary, entries };
  return { ...rest, plans: [{ ...plan, governed_actions: [] }] };
}

/** Checks and outcomes; that a plan was sent has no entry there. */
function writeEntry(entry: JsonObject, place: number, release: PublicRelease): JsonObject[] {
  const { timestamp, actor, action, reason, details } = entry;
  const [, type, word] = actions.exec(String(action)) ?? [];
  if (type === undefined || word === undefined) return [];
  const { tool, committed_budget } = isObject(details) ? details : {};
  const decision = word === "escalated" ? "denied" : word;
  return [
    {
      id: `entry_${place + 1}`,
      type,
      timestamp,
      ...(typeof actor === "string" && URL.canParse(actor) && { caller: actor }),
      ...(typeof tool === "string" && { tool }),
      ...(typeof reason === "string" && { explanation: reason }),
      ...(type === "check" && { [since(release, "3.1") ? "verdict" : "status"]: decision }),
      ...(type === "outcome" && { outcome: word }),
      ...(typeof committed_budget === "number" && { committed_budget }),
    },
  ];
}
