import { isObject, type JsonObject, objectsIn } from "../../../../lib/json-object.ts";
import { since } from "../../../tasks/names.ts";
import { type At, type Codec, without } from "../codec.ts";

/**
 * A check is closed in 3.0. What it has no field for travels under our own name in `ext`, which agents that know nothing of
 * it pass over: whom the call is for (3.1 has a field for that), and who here has approved.
 */
export const check_governance: Codec = {
  request: { write: writeRequest, read: readRequest },
  answer: { write: writeAnswer, read: readAnswer },
};

const own = "flightdesk";

function writeRequest(
  { target_agent, human_approval, proposed_commitment, proposal, ext, ...rest }: JsonObject,
  { release }: At,
): JsonObject {
  const beside = {
    ...(target_agent !== undefined && !since(release, "3.1") && { target_agent }),
    ...(human_approval !== undefined && { human_approval }),
  };
  const isBeside = Object.keys(beside).length > 0;
  const purchase_type = purchaseTypes.get(rest["tool"]);
  return {
    ...without(rest, "governance_context"),
    ...(purchase_type !== undefined && { purchase_type }),
    ...(target_agent !== undefined && since(release, "3.1") && { target_agent }),
    ...(since(release, "3.2") && {
      ...(proposed_commitment !== undefined && { proposed_commitment }),
      ...(proposal !== undefined && { proposal }),
    }),
    ...((isBeside || ext !== undefined) && {
      ext: { ...(isObject(ext) ? ext : {}), ...(isBeside && { [own]: beside }) },
    }),
  };
}

/** What is bought with a task, where it is no media buy. */
const purchaseTypes: ReadonlyMap<unknown, string> = new Map([
  ["activate_signal", "signal_activation"],
  ["build_creative", "creative_services"],
]);

function readRequest({ ext, ...wire }: JsonObject): JsonObject {
  const rest = without(wire, "purchase_type");
  if (!isObject(ext)) return rest;
  const { [own]: beside, ...others } = ext;
  return {
    ...(isObject(beside) ? beside : {}),
    ...rest,
    ...(Object.keys(others).length > 0 && { ext: others }),
  };
}

function writeAnswer({ verdict, findings: agentFindings, ...rest }: JsonObject, { release, request }: At) {
  const explanation = typeof rest["explanation"] === "string" ? rest["explanation"] : "";
  // Asking a person is no verdict there: an agent that has nobody to ask denies.
  const spelled = verdict === "escalated" ? "denied" : verdict;
  const found = objectsIn(agentFindings).map(finding);
  const findings = found.length === 0 && spelled === "denied" ? [finding({ explanation })] : found;
  return {
    ...rest,
    [since(release, "3.1") ? "verdict" : "status"]: spelled,
    plan_id: rest["plan_id"] ?? request["plan_id"],
    explanation,
    ...(findings.length > 0 && { findings }),
  };
}

const severities: ReadonlySet<unknown> = new Set(["info", "warning", "critical"]);

/** What a governance agent found, with all that the public standard asks of it. */
function finding({ category_id = "plan", severity, explanation = "", ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    category_id,
    severity: severities.has(severity) ? severity : "critical",
    explanation,
  };
}

/** Words that 3.0 says in `status`; newer agents say there how their task stands. */
const decisions: ReadonlySet<unknown> = new Set(["approved", "denied", "conditions"]);

/** Two different answers together approve nothing. */
function readAnswer({ status, verdict, conditions, ...rest }: JsonObject): JsonObject {
  const differ = verdict !== undefined && decisions.has(status) && status !== verdict;
  const spelled = differ ? "two verdicts at once" : (verdict ?? status);
  return {
    ...rest,
    ...(spelled !== undefined && { verdict: spelled }),
    ...(conditions !== undefined && { conditions: objectsIn(conditions).map(withPlainPath) }),
  };
}

/** `/packages/0/budget` and `packages.0.budget` as `packages[0].budget`. */
function withPlainPath(condition: JsonObject): JsonObject {
  const { field } = condition;
  if (typeof field !== "string") return condition;
  const dotted = field.startsWith("/") ? field.slice(1).replaceAll("/", ".") : field;
  return { ...condition, field: dotted.replace(/\.(\d+)(?=\.|$)/g, "[$1]") };
}
