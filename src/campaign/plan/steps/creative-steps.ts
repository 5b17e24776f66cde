import { groupBy } from "../../../lib/group-by.ts";
import { money } from "../../../lib/money.ts";
import type { Creative, FormatId } from "../../../protocol/records/creative.ts";
import type { RequestOf } from "../../../protocol/tasks/index.ts";
import { boughtPackages } from "../../bought.ts";
import type { Offer } from "../../quote/offer.ts";
import type { CampaignState } from "../../state.ts";
import type { Step } from "../step.ts";
import type { StepContext } from "./step-context.ts";

/** Builds what bought packages need and the brief does not bring: one creative per format, shared by all packages. */
export function buildSteps(state: CampaignState, { uuid }: StepContext): Step[] {
  const { brief, creativeAgents } = state;
  const [agent] = creativeAgents;
  if (brief?.message === undefined || agent === undefined) return [];
  const missing = new Map<string, { format: FormatId; slots: string[] }>();
  for (const { slot, offer } of boughtPackages(state)) {
    const format = offer.formats[0];
    if (format === undefined || suppliedFor(state, offer) !== undefined) continue;
    const entry = missing.get(format.id) ?? { format, slots: [] };
    missing.set(format.id, { format, slots: [...entry.slots, slot] });
  }
  const free = money(0, brief.budget.currency);
  return [...missing.values()].map(({ format, slots }) => {
    const request: RequestOf<"build_creative"> = {
      idempotency_key: uuid(),
      message: brief.message,
      target_format_ids: [format],
      brand: { domain: brief.brand.domain },
    };
    return {
      id: `build/${format.id}`,
      task: "build_creative" as const,
      agentId: agent.id,
      agentUrl: agent.agentUrl,
      arguments: request,
      amount: free,
      planAmount: free,
      purpose: `build a creative in format ${format.id}`,
      slots,
    };
  });
}

/** Puts the creatives of a buy into the seller's library and assigns them, once all that can be had are there. */
export function creativeSyncSteps(state: CampaignState, { uuid, settings }: StepContext): Step[] {
  const { brief } = state;
  if (brief === undefined) return [];
  const building = state.steps.some(
    ({ step, status }) =>
      step.task === "build_creative" && !["done", "failed", "refused", "replaced"].includes(status),
  );
  if (building) return [];
  const byBuy = groupBy(boughtPackages(state), ({ buyStep }) => buyStep.step.id);
  const free = money(0, brief.budget.currency);
  return [...byBuy].flatMap(([buyId, packages]) => {
    const creatives = new Map<string, Creative>();
    const assignments: Record<string, string[]> = {};
    for (const { offer, packageId } of packages) {
      const creative = suppliedFor(state, offer) ?? builtFor(state, offer);
      if (creative === undefined) continue;
      creatives.set(creative.creative_id, creative);
      assignments[creative.creative_id] = [...(assignments[creative.creative_id] ?? []), packageId];
    }
    const [first] = packages;
    if (first === undefined || creatives.size === 0) return [];
    const { step: buy } = first.buyStep;
    const request: RequestOf<"sync_creatives"> = {
      idempotency_key: uuid(),
      account: { brand: { domain: brief.brand.domain }, operator: settings.operator },
      creatives: [...creatives.values()],
      assignments,
    };
    return [
      {
        id: buyId.replace(/^buy\//, "creatives/"),
        task: "sync_creatives" as const,
        agentId: buy.agentId,
        agentUrl: buy.agentUrl,
        arguments: request,
        amount: free,
        planAmount: free,
        purpose: `bring ${creatives.size} creative${creatives.size === 1 ? "" : "s"} to ${buy.agentId}`,
        slots: packages.map(({ slot }) => slot),
      },
    ];
  });
}

/** A creative of the brief that fits the offer. */
function suppliedFor({ brief }: CampaignState, offer: Offer): Creative | undefined {
  const found = brief?.creatives.find(({ format }) =>
    offer.formats.some((accepted) => sameFormat(accepted, format)),
  );
  if (found === undefined) return undefined;
  // The brief's reader has checked the assets against the wire's own schema.
  const assets = found.assets as Creative["assets"];
  return { creative_id: found.id, name: found.name, format_id: { ...found.format }, assets };
}

function builtFor(state: CampaignState, offer: Offer): Creative | undefined {
  const format = offer.formats[0];
  const built = state.steps.find(
    ({ step, status }) => step.id === `build/${format?.id}` && status === "done",
  );
  const manifest = built?.receipt?.payload["creative_manifest"];
  if (format === undefined || manifest === undefined) return undefined;
  // A receipt's payload was parsed with its task's response schema.
  const { assets } = manifest as { assets: Creative["assets"] };
  return {
    creative_id: `${state.id}-${format.id}`,
    name: `${state.brief?.name ?? state.id} ${format.id}`,
    format_id: format,
    assets,
  };
}

function sameFormat(a: FormatId, b: FormatId): boolean {
  return a.id === b.id && a.agent_url === b.agent_url;
}
