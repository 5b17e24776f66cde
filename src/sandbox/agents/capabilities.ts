import { protocolVersion } from "../../protocol/names.ts";
import { tasks } from "../../protocol/tasks/index.ts";
import { replayWindowSeconds } from "../idempotency.ts";
import { type Tool, tool } from "../tool.ts";

/**
 * An agent's tools with the task that tells of them and of its publishers, first in the list. `authentication`: what its
 * own door asks of callers now.
 */
export function withCapabilities(
  tools: readonly Tool[],
  idempotent: boolean,
  publishers?: readonly string[],
  authentication?: () => string | undefined,
): Tool[] {
  const supported_tasks = [tasks.get_capabilities.name, ...tools.map(({ task }) => task.name)];
  const capabilities = tool(tasks.get_capabilities, () => {
    const kind = authentication?.();
    return {
      version: protocolVersion,
      request_signing: { supported: false },
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
