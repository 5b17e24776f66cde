import { cleanText } from "../../lib/clean-text.ts";
import { agentKinds } from "../../protocol/tasks/task.ts";

export const severities = ["good", "will-not-work", "breaks-release", "to-know"] as const;
export const subjects = [
  "connection",
  "protocol",
  "credential",
  "idempotency",
  "buying",
  "read-back",
  "polling",
  "accounts",
  "formats",
  "creatives",
  "delivery",
  "governance",
  "signals",
  "brand",
  "data",
  "signing",
  "webhooks",
] as const;

const longestText = 600;

/** One thing that a buyer has to know of an agent, in one sentence. */
export interface Finding {
  readonly severity: (typeof severities)[number];
  readonly about: (typeof subjects)[number];
  readonly text: string;
  /** What the agent cannot be used as because of this. */
  readonly stops: readonly Use[];
  /** Of what was found in an answer: where, and by which rule. */
  readonly found?: FoundPlace;
}

/** Where a rule does not hold. */
export interface FoundPlace {
  /** Its stable name, in kebab case. */
  readonly rule: string;
  readonly task: string;
  /** JSON pointer into the answer as it came; `/` is the whole of it. */
  readonly path: string;
  /** The first places, where it is in several, and how many there are. */
  readonly paths?: readonly string[];
  readonly count?: number;
  /** What stands there, cleaned, cut, and without credentials. */
  readonly value?: string;
  /** Of the public standard, that the answer is written in. */
  readonly release?: string;
}

/** What an agent can be used as. `data`: it sells nothing over the wire, and takes audiences, catalogs or events for what runs there. */
export const uses = [...agentKinds, "data"] as const;
export type Use = (typeof uses)[number];

type About = Finding["about"];

export function good(about: About, text: string): Finding {
  return finding("good", about, text);
}

export function toKnow(about: About, text: string): Finding {
  return finding("to-know", about, text);
}

export function willNotWork(about: About, text: string, stops: readonly Use[] = []): Finding {
  return { ...finding("will-not-work", about, text), stops };
}

/** What an answer has that its release, or the trade, does not allow. */
export function breaksRelease(
  about: About,
  text: string,
  found: FoundPlace,
  stops: readonly Use[] = [],
): Finding {
  return { ...finding("breaks-release", about, text), stops, found };
}

/** Some of a sentence may be the agent's words. */
function finding(severity: Finding["severity"], about: About, text: string): Finding {
  return { severity, about, text: cleanText(text, longestText), stops: [] };
}
