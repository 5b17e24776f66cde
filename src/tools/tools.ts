import { z } from "zod";
import { type Caller, mayCall } from "../desk/caller.ts";
import type { Desk } from "../desk/desk.ts";
import { NotFound } from "../desk/usage-error.ts";
import { messageOf } from "../lib/cause.ts";
import { cleanText } from "../lib/clean-text.ts";
import { delivery } from "./delivery.ts";
import { planningTools } from "./planning.ts";
import { proposingTools } from "./proposing.ts";
import { recordTools } from "./record.ts";
import { refineOffers } from "./refining.ts";
import { runningTools } from "./running.ts";
import type { Tool } from "./tool.ts";

/** Everything that a model may ask the desk for, behind each door. */
export const tools: readonly Tool[] = [
  ...planningTools,
  refineOffers,
  ...recordTools,
  delivery,
  ...runningTools,
  ...proposingTools,
];

/** Those that do what a caller may. */
export function toolsFor(caller: Pick<Caller, "kind" | "roles" | "mayStop">): Tool[] {
  return tools.filter((tool) => mayCall(tool, caller));
}

/** A tool with its desk behind it. What is refused is returned as its answer. */
export interface ToolSpec extends Pick<Tool, "name" | "description" | "input"> {
  readonly run: (written: unknown) => Promise<Readonly<Record<string, unknown>>>;
}

/** The tools that a model asks for while it talks or plans, as `caller`. */
export function askDesk(
  desk: Desk,
  { caller, only = toolsFor(caller) }: { readonly caller: Caller; readonly only?: readonly Tool[] },
): ToolSpec[] {
  return only.map((tool) => ({
    name: tool.name,
    description: tool.description,
    input: tool.input,
    run: async (written) => {
      try {
        return await tool.run(desk, written, caller);
      } catch (cause) {
        return refusal(cause instanceof z.ZodError ? new Error(misread(cause)) : cause);
      }
    },
  }));
}

/** Why something was not done, as an answer: ids of campaigns are the desk's own, and a reason may list ids that sellers chose. */
export function refusal(cause: unknown): Readonly<Record<string, unknown>> {
  if (!(cause instanceof NotFound)) return { untrusted_refused: cleanText(messageOf(cause), 500) };
  const { id, known } = cause;
  const nearest = known.toSorted((one, other) => alike(other, id) - alike(one, id))[0];
  return {
    code: "not-found",
    refused: `there is no campaign ${cleanText(id, 60)}`,
    known_ids: known,
    nearest,
  };
}

/** How many pairs of letters of one stand in the other. */
function alike(one: string, other: string): number {
  return Array.from(one).filter((_, i) => i > 0 && other.includes(one.slice(i - 1, i + 1))).length;
}

function misread({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.map(String).join(".") || "input"}: ${message}`).join("; ");
}
