import { z } from "zod";
import { type Caller, mayCall } from "../desk/caller.ts";
import type { Desk } from "../desk/desk.ts";
import { messageOf } from "../lib/cause.ts";
import { cleanText } from "../lib/clean-text.ts";
import { planningTools } from "./planning.ts";
import { proposingTools } from "./proposing.ts";
import { recordTools } from "./record.ts";
import { refineOffers } from "./refining.ts";
import type { Tool } from "./tool.ts";

/** Everything that a model may ask the desk for, behind each door. */
export const tools: readonly Tool[] = [...planningTools, refineOffers, ...recordTools, ...proposingTools];

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
        return refusal(cause instanceof z.ZodError ? misread(cause) : messageOf(cause));
      }
    },
  }));
}

/** Why something was not done, as an answer: the reason may list ids that sellers chose. */
export function refusal(reason: string): { readonly untrusted_refused: string } {
  return { untrusted_refused: cleanText(reason, 500) };
}

function misread({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.map(String).join(".") || "input"}: ${message}`).join("; ");
}
