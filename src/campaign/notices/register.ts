import { operationUrl } from "../../protocol/webhooks/operation-url.ts";
import type { Step } from "../plan/step.ts";

/** Tasks whose agent may need longer than one answer. */
const reported: ReadonlySet<string> = new Set(["create_media_buy", "update_media_buy"]);

/**
 * The step with an address of its own where its agent reports what becomes of it, or as it is where we cannot be reached.
 * The address is part of the arguments: it is fixed before anybody judges them, and stays with every repetition.
 */
export function register(step: Step, publicUrl: string | undefined, uuid: () => string): Step {
  if (publicUrl === undefined || !reported.has(step.task)) return step;
  if (step.arguments["push_notification_config"] !== undefined) return step;
  const push_notification_config = {
    url: operationUrl(publicUrl, uuid()),
    authentication: { schemes: ["HTTP_MESSAGE_SIGNATURES"] },
  };
  return { ...step, arguments: { ...step.arguments, push_notification_config } };
}
