import type { FormatId } from "../../protocol/records/creative.ts";
import { boughtPackages } from "../model/derived/bought.ts";
import { sameFormat } from "../model/sellers/formats.ts";
import type { CampaignState } from "../model/state/state.ts";
import { makeStep, type Step } from "../model/step/step.ts";
import { coverageOf, holesIn } from "../plan/creatives/coverage.ts";
import { builtFormat, type CreativeOnHand, creativesOnHand } from "../plan/creatives/on-hand.ts";
import type { StepContext } from "./step-context.ts";

/** A format is built so many times at most, whatever becomes of what is built. */
const mostBuilds = 3;

/** Builds what bought packages need and nobody has: as few creatives as can be, shared by the packages that take them. */
export function buildSteps(state: CampaignState, { now }: StepContext): Step[] {
  const { brief, plan, offers = [], creativeAgents } = state;
  if (brief?.message === undefined) return [];
  const { message } = brief;
  const bought = new Set(boughtPackages(state).map(({ lineId }) => lineId));
  const onHand = creativesOnHand(state, now);
  const rows = coverageOf({ lines: plan?.lines ?? [], offers, onHand, creativeAgents });
  return holesIn(rows).flatMap(({ format, builder, lineIds }) => {
    if (!lineIds.some((lineId) => bought.has(lineId))) return [];
    const id = idFor(format, onHand, state);
    if (id === undefined) return [];
    return makeStep({
      id,
      task: "build_creative",
      agent: builder,
      arguments: { message, target_format_ids: [format], brand: { domain: brief.brand.domain } },
      currency: brief.budget.currency,
      purpose: `build a creative in format ${format.id}`,
      lineIds,
    });
  });
}

/** A format is built again only where all that was built of it has expired; any other end is a person's matter. */
function idFor(
  format: FormatId,
  onHand: readonly CreativeOnHand[],
  { steps }: CampaignState,
): string | undefined {
  const earlier = steps.filter((step) => {
    const target = builtFormat(step);
    return target !== undefined && sameFormat(target, format);
  });
  const expired = onHand.filter((one) => one.expired && sameFormat(one.creative.format_id, format));
  if (expired.length < earlier.length || earlier.length >= mostBuilds) return undefined;
  const plain = `build/${format.id}`;
  const namesake = steps.some((one) => one.step.id === plain && !earlier.includes(one));
  const id = namesake ? `${plain}@${format.agent_url}` : plain;
  return earlier.length === 0 ? id : `${id}/${earlier.length + 1}`;
}
