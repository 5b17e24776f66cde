import type { Payload } from "../../../src/sandbox/payload.ts";
import type { SandboxOptions } from "../../../src/sandbox/sandbox.ts";

/** Fields of agents that hold words for people: each keeps what it says and is given a text besides. */
const wordy: ReadonlySet<string> = new Set([
  "name",
  "description",
  "message",
  "explanation",
  "reason",
  "data_provider",
  "delivery_type",
]);

/** Fields that an agent may add wherever it likes; the contract knows none of them. */
const extra = ["instructions", "brief"];

/** What a task's answer may say in words at its top, whether or not the sandbox says it. */
const atTop: Readonly<Record<string, readonly string[]>> = {
  check_governance: ["explanation"],
  sync_accounts: ["message"],
};

/** Sellers that only fail. */
const quiet = /^failing-/;

type Speak = (place: string, agent: string) => string;

/**
 * Every agent of the sandbox as one that says `speak` in each of its fields for people, in fields that nobody asked for, in
 * lists of findings and errors, and as a further channel of each product. Ids, figures and states stay as they are.
 */
export function speakingMarket(speak: Speak): NonNullable<SandboxOptions["rewriteAnswer"]> {
  return ({ agent, task, payload }) => {
    if (quiet.test(agent)) return payload;
    const say = (place: string) => speak(`${task}: ${place}`, agent);
    const spoken = reworded(payload, "", say);
    const top = atTop[task] ?? [];
    return {
      ...spoken,
      ...Object.fromEntries(top.map((field) => [field, say(field)])),
      ...(task === "check_governance" && { findings: [{ severity: "info", explanation: say("findings") }] }),
      ...(task === "get_media_buy_delivery" && { comments: [say("comments")] }),
      ...Object.fromEntries(extra.map((field) => [field, say(field)])),
    };
  };
}

function reworded(payload: Payload, path: string, say: (place: string) => string): Payload {
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [key, word(value, key, `${path}${key}`, say)]),
  );
}

function word(value: unknown, key: string, path: string, say: (place: string) => string): unknown {
  // What goes on to other agents as it is, and the calls of ours that an agent shows again.
  if (["assets", "activation_key", "targeting_overlay", "format_id", "format_ids"].includes(key))
    return value;
  if (typeof value === "string") return wordy.has(key) ? `${value} ${say(path)}` : value;
  if (key === "channels" && Array.isArray(value)) return [...value, say(path)];
  if (Array.isArray(value)) return value.map((item) => word(item, key, path, say));
  if (typeof value !== "object" || value === null) return value;
  // An object of the sandbox's answer.
  const spoken = reworded(value as Payload, `${path}.`, say);
  return listed.has(key) ? { ...spoken, note: say(`${path}.note`) } : spoken;
}

const listed: ReadonlySet<string> = new Set(["products", "signals", "packages", "media_buys", "creatives"]);
