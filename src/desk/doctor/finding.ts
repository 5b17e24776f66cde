import { z } from "zod";
import { cleanText } from "../../lib/clean-text.ts";
import type { Described } from "../../lib/described.ts";
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

/** What an agent can be used as. `data`: it sells nothing over the wire, and takes audiences, catalogs or events for what runs there. */
export const uses = [...agentKinds, "data"] as const;
export type Use = (typeof uses)[number];

/** One thing that a buyer has to know of an agent. */
const findingSchema = z.strictObject({
  severity: z.enum(severities),
  about: z.enum(subjects),
  text: z.string().describe("one sentence"),
  stops: z.array(z.enum(uses)).readonly().describe("what it cannot be used as because of this"),
});

/** Where a rule does not hold. */
const foundPlaceSchema = z.strictObject({
  /** In kebab case. */
  rule: z.string().describe("the stable name of the rule that does not hold"),
  task: z.string().describe("whose answer it is about"),
  path: z.string().describe("JSON pointer into the answer as it came; / is the whole of it"),
  paths: z.array(z.string()).optional().describe("the first three places, where there are several"),
  count: z.number().int().optional().describe("places, where there are several"),
  /** Without credentials. */
  value: z.string().optional().describe("what stands there, as JSON, cleaned and cut"),
  release: z.string().optional().describe("of the public standard, that the answer is written in"),
});
export type FoundPlace = Described<typeof foundPlaceSchema>;

/** With the place where it was found in an answer. */
export interface Finding extends Described<typeof findingSchema> {
  readonly found?: FoundPlace;
}

export const printedFindingSchema = findingSchema.extend(foundPlaceSchema.partial().shape);

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
