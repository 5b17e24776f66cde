/** flightdesk/ai: the desk as tools of the AI SDK, for an agent of your own. */
import type { Effect } from "./desk/caller.ts";
import { type DeskClient, insideOf } from "./library/desk.ts";
import { type AiTools, aiTools } from "./llm/tools.ts";
import { askDesk, toolsFor } from "./tools/tools.ts";

export type { AiTools } from "./llm/tools.ts";

export interface DeskToolsOptions {
  /** Who talks: the name of the agent, and of the person in front of it. It is recorded with what is proposed. */
  readonly caller: { readonly name: string; readonly person?: string };
  /** What the tools may do; reading and proposing where absent. There is no tool that decides. */
  readonly effects?: readonly Extract<Effect, "reads" | "proposes">[];
}

/**
 * Tools for `generateText` or a `ToolLoopAgent`. What one of them proposes waits for a person whom the desk names; what is
 * refused is returned as its answer. Words of sellers stand in fields that begin with `untrusted_`.
 */
export function deskTools(
  desk: DeskClient,
  { caller, effects = ["reads", "proposes"] }: DeskToolsOptions,
): AiTools {
  const asking = { kind: "chat", ...caller } as const;
  const only = toolsFor(asking).filter(({ effect }) => effects.some((one) => one === effect));
  return aiTools(askDesk(insideOf(desk), { caller: asking, only }));
}
