import { z } from "zod";
import type { CampaignState, StepState } from "../../campaign/state.ts";
import { formatIdSchema } from "../../protocol/records/creative.ts";
import { sync_creatives } from "../../protocol/tasks/sync_creatives.ts";
import type { Report } from "../report-schema.ts";
import { standingOf } from "./standing.ts";

type Creatives = Report["creatives"];

/** What was built, and what each seller said of each creative that it was given. */
export function describeCreatives(state: CampaignState): Creatives {
  const stepsOf = (task: string) =>
    state.steps.filter((step) => step.step.task === task && step.status !== "replaced");
  return {
    built: stepsOf("build_creative").map(describeBuild),
    synced: stepsOf("sync_creatives").flatMap(describeSync),
  };
}

const buildArguments = z.looseObject({ target_format_ids: z.array(formatIdSchema) });

function describeBuild(step: StepState): Creatives["built"][number] {
  const parsed = buildArguments.safeParse(step.step.arguments);
  return {
    stepId: step.step.id,
    agentId: step.step.agentId,
    formats: parsed.success ? parsed.data.target_format_ids.map((format) => format.id) : [],
    standing: standingOf(step.status),
    ...(step.reason !== undefined && { reason: step.reason }),
  };
}

const syncArguments = z.looseObject({
  creatives: z.array(z.looseObject({ creative_id: z.string(), name: z.string(), format_id: formatIdSchema })),
  assignments: z.record(z.string(), z.array(z.string())).optional(),
});

function describeSync(step: StepState): Creatives["synced"] {
  const sent = syncArguments.safeParse(step.step.arguments);
  if (!sent.success) return [];
  const answer = sync_creatives.response.safeParse(step.receipt?.payload);
  return sent.data.creatives.map((creative) => {
    const item = answer.data?.creatives.find((item) => item.creative_id === creative.creative_id);
    return {
      stepId: step.step.id,
      sellerId: step.step.agentId,
      creativeId: creative.creative_id,
      name: creative.name,
      format: creative.format_id.id,
      standing: item?.action === "failed" ? "failed" : standingOf(step.status),
      ...(item && { action: item.action }),
      ...(item?.status !== undefined && { reviewStatus: item.status }),
      packages: item?.assigned_to ?? sent.data.assignments?.[creative.creative_id] ?? [],
      errors: item?.errors?.map((error) => error.message) ?? (step.reason !== undefined ? [step.reason] : []),
    };
  });
}
