import { z } from "zod";
import type { Ledger, Stored } from "../../ledger/ledger.ts";
import { operationIn } from "../../protocol/webhooks/operation-url.ts";
import { legacySchemes, signedScheme, type WebhookScheme } from "../../protocol/webhooks/scheme.ts";
import { campaignEvent } from "../model/state/former-events.ts";
import type { Step } from "../model/step/step.ts";

/** The step that an address was made for. */
export interface Operation {
  readonly campaignId: string;
  readonly stepId: string;
  /** Who was given the address: nobody else may report there. */
  readonly agentUrl: string;
  /** What the agent was asked then to authenticate its reports by, whatever is agreed on with it now. */
  readonly scheme: WebhookScheme;
}

/**
 * Finds operations of all campaigns. What other processes propose is taken in when it is asked for: each entry is read
 * once, so that asking for what nobody has costs nothing that grows with the ledger.
 */
export function operations(ledger: Ledger): (operation: string) => Promise<Operation | undefined> {
  const known = new Map<string, Operation>();
  const read = new Map<string, number>();
  let seen = 0;
  const takeIn = async () => {
    const { position, campaignIds } = await ledger.changed(seen);
    for (const campaignId of campaignIds) {
      const entries = await ledger.read(campaignId, read.get(campaignId) ?? 0);
      for (const step of entries.flatMap(proposed)) {
        const { operation, scheme } = registrationIn(step);
        // A step that goes on as another keeps its address: the first one leads to all of them.
        if (operation !== undefined && !known.has(operation))
          known.set(operation, { campaignId, stepId: step.id, agentUrl: step.agentUrl, scheme });
      }
      const last = entries.at(-1);
      if (last !== undefined) read.set(campaignId, last.sequence);
    }
    seen = position;
  };
  return async (operation) => {
    if (!known.has(operation)) await takeIn();
    return known.get(operation);
  };
}

function proposed(entry: Stored): Step[] {
  // Other chains hold other types.
  const { event } = campaignEvent(entry);
  if (event.type === "step-proposed") return [event.step];
  return event.type === "step-replaced" && event.next !== undefined ? [event.next] : [];
}

const configSchema = z.looseObject({
  url: z.string(),
  authentication: z.looseObject({ schemes: z.array(z.string()) }).optional(),
});

function registrationIn(step: Step): Pick<Operation, "scheme"> & { readonly operation: string | undefined } {
  const config = configSchema.safeParse(step.arguments["push_notification_config"]);
  if (!config.success) return { operation: undefined, scheme: signedScheme };
  const { url, authentication } = config.data;
  const scheme = legacySchemes.find((legacy) => authentication?.schemes.includes(legacy)) ?? signedScheme;
  return { operation: operationIn(url), scheme };
}
