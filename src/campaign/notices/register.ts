import { digestUuid } from "../../lib/digest.ts";
import { operationUrl } from "../../protocol/webhooks/operation-url.ts";
import { signedScheme } from "../../protocol/webhooks/scheme.ts";
import type { Ports } from "../model/state/ports.ts";
import type { Step } from "../model/step/step.ts";
import { idempotencyKey } from "../steps/frozen.ts";

type RegisterPorts = Pick<Ports, "webhookScheme"> & {
  readonly journal: Pick<Ports["journal"], "state">;
  readonly settings: Pick<Ports["settings"], "publicUrl">;
};

/** Tasks whose agent may need longer than one answer. */
const reported: ReadonlySet<string> = new Set(["create_media_buy", "accept_proposal", "update_media_buy"]);

/**
 * The step with an address of its own where its agent reports what becomes of it, or as it is where we cannot be reached.
 * The address is part of the arguments: it is fixed before they are checked, and stays with every repetition. So no secret
 * may be there: one that is shared with an agent that cannot sign was exchanged before, and its scheme alone is named. It
 * follows from the step's key, so that the same step has the same bytes whoever makes it again.
 */
export function register(step: Step, { journal, settings, webhookScheme }: RegisterPorts): Step {
  const { publicUrl } = settings;
  if (publicUrl === undefined || !reported.has(step.task)) return step;
  if (step.arguments["push_notification_config"] !== undefined) return step;
  const push_notification_config = {
    url: operationUrl(publicUrl, digestUuid(["operation", idempotencyKey(step, journal.state().id)])),
    authentication: { schemes: [webhookScheme?.(step.agentUrl) ?? signedScheme] },
  };
  return { ...step, arguments: { ...step.arguments, push_notification_config } };
}
