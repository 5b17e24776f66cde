import { tasks } from "../../protocol/tasks/index.ts";
import { protocolVersion } from "../../protocol/tasks/names.ts";
import { replayWindowSeconds } from "../idempotency.ts";
import { type Tool, tool } from "../tool.ts";

/** An agent's tools with the capabilities task first in the list. */
export function withCapabilities(
  tools: readonly Tool[],
  idempotent: boolean,
  {
    publishers,
    authentication,
    requestSigning = false,
  }: {
    readonly publishers?: readonly string[];
    /** How it authenticates callers now. */
    readonly authentication?: () => string | undefined;
    readonly requestSigning?: boolean;
  } = {},
): Tool[] {
  const supported_tasks = [tasks.get_capabilities.name, ...tools.map(({ task }) => task.name)];
  const capabilities = tool(tasks.get_capabilities, () => {
    const kind = authentication?.();
    return {
      version: protocolVersion,
      request_signing: { supported: requestSigning },
      idempotency: idempotent
        ? { supported: true, replay_ttl_seconds: replayWindowSeconds }
        : { supported: false },
      ...(publishers && { publisher_domains: [...publishers] }),
      ...(kind === undefined ? {} : { authentication: { kinds: [kind] } }),
      supported_tasks,
    };
  });
  return [capabilities, ...tools];
}
