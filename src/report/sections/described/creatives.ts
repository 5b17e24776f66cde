import { z } from "zod";
import { sameFormat } from "../../../campaign/model/sellers/formats.ts";
import type { CampaignState, StepState } from "../../../campaign/model/state/state.ts";
import { type CoverageCell, coverageOf } from "../../../campaign/plan/creatives/coverage.ts";
import { creativesOnHand } from "../../../campaign/plan/creatives/on-hand.ts";
import { cleanText } from "../../../lib/clean-text.ts";
import { listed } from "../../../lib/english.ts";
import { groupBy } from "../../../lib/group-by.ts";
import { type FormatId, formatIdSchema } from "../../../protocol/records/creative.ts";
import { build_creative } from "../../../protocol/tasks/build_creative.ts";
import { sync_creatives } from "../../../protocol/tasks/sync_creatives.ts";
import { textsOf } from "../../blocks/format.ts";
import { type Described, each, fields, statusField, texts } from "../../blocks/schema.ts";
import { requirementsOf } from "./format-requirements.ts";
import { statusOf } from "./status.ts";

export const creativesSchema = fields({
  coverage: each({
    lineId: z.string(),
    sellerId: z.string(),
    product: z.string(),
    formats: each({
      id: z.string(),
      agentUrl: z.string().describe("agent that defines the format"),
      name: z.string().optional().describe("as that agent calls it"),
      agentId: z.string().optional().describe("that agent, by its domain"),
      requirements: texts.describe("what a creative has to be, as that agent says; empty where it does not"),
      status: z
        .enum(["ready", "rejected", "missing"])
        .describe("rejected: there is one, it breaks a rule and is not sent"),
      creatives: each({ id: z.string(), name: z.string(), origin: z.enum(["brief", "built"]) }),
      builder: z.string().optional().describe("agent that could build one"),
    }),
  }).describe("packages, the formats that each accepts, and what can run in them"),
  findings: texts.describe("what is wrong with creatives, and packages that nothing can run in"),
  built: each({
    stepId: z.string(),
    agentId: z.string(),
    formats: texts,
    status: statusField,
    reason: z.string().optional(),
    expiresAt: z.string().optional().describe("until when its files are kept"),
    preview: fields({
      result: z.enum(["shown", "failed"]),
      urls: texts,
      expiresAt: z.string().optional(),
      reason: z.string().optional(),
    }).optional(),
  }),
  synced: each({
    stepId: z.string(),
    sellerId: z.string(),
    creativeId: z.string(),
    name: z.string(),
    format: z.string(),
    status: statusField,
    action: z.string().optional().describe("what the seller did: created, updated, unchanged, failed"),
    reviewStatus: z.string().optional(),
    packages: texts,
    errors: texts,
  }),
});
export type Creatives = Described<typeof creativesSchema>;

/** What there is to run in each package, what was built, and how each seller answered to each creative that it was given. */
export function describeCreatives(state: CampaignState): Creatives {
  const stepsOf = (task: string) =>
    state.steps.filter((step) => step.step.task === task && step.status !== "replaced");
  const coverage = describeCoverage(state);
  const synced = stepsOf("sync_creatives").flatMap(describeSync);
  return {
    coverage,
    findings: [...assetFindings(state), ...holeFindings(coverage, state), ...refusedFindings(synced)],
    built: stepsOf("build_creative").map((step) => describeBuild(step, state)),
    synced,
  };
}

function describeCoverage(state: CampaignState): Creatives["coverage"] {
  const { plan, offers = [], creativeAgents } = state;
  const onHand = creativesOnHand(state);
  return coverageOf({ lines: plan?.lines ?? [], offers, onHand, creativeAgents }).map(
    ({ line, offer, cells }) => ({
      lineId: line.lineId,
      sellerId: line.sellerId,
      product: offer.name,
      formats: cells.map((cell) => ({
        ...describeFormat(cell),
        agentUrl: cell.format.agent_url,
        ...definitionOf(cell.format, creativeAgents),
        creatives: (cell.ready.length > 0 ? cell.ready : cell.rejected).map(({ creative, origin }) => ({
          id: creative.creative_id,
          name: creative.name,
          origin,
        })),
      })),
    }),
  );
}

function definitionOf(format: FormatId, agents: CampaignState["creativeAgents"]) {
  for (const { id, formats = [] } of agents) {
    const known = formats.find(({ format_id }) => sameFormat(format_id, format));
    if (known !== undefined)
      return { agentId: id, name: cleanText(known.name, 120), requirements: requirementsOf(known) };
  }
  return { requirements: [] };
}

/** Whether a format has a creative, and which agent could build one. */
export function describeFormat({ format, ready, rejected, builder }: CoverageCell) {
  const status = ready.length > 0 ? "ready" : rejected.length > 0 ? "rejected" : "missing";
  return { id: format.id, status, builder: builder?.id } as const;
}

function assetFindings(state: CampaignState): string[] {
  return creativesOnHand(state)
    .filter(({ problems }) => problems.length > 0)
    .map(
      ({ creative, origin, problems }) =>
        `${creative.name} (${origin === "brief" ? "from the brief" : "built"}) is not sent: ${problems.join("; ")}.`,
    );
}

/** Packages that nothing runs in and nothing will, those of a seller for one reason together. */
function holeFindings(coverage: Creatives["coverage"], { brief }: CampaignState): string[] {
  const holes = coverage.flatMap(({ product, sellerId, formats }) => {
    const why = whyEmpty(formats, brief?.message !== undefined);
    return why === undefined ? [] : [{ product, why: `at ${sellerId}: ${why}` }];
  });
  return [...groupBy(holes, ({ why }) => why)].map(
    ([why, of]) => `Nothing can run in ${listed([...new Set(of.map(({ product }) => product))])} ${why}.`,
  );
}

/** Why nothing will run in a package: no agent builds for it, or there is nothing to build from. */
function whyEmpty(formats: Creatives["coverage"][number]["formats"], hasMessage: boolean) {
  if (formats.some(({ status }) => status === "ready")) return undefined;
  if (formats.length === 0) return "the seller names no format";
  if (formats.every(({ builder }) => builder === undefined))
    return `no creative agent builds ${formats.map(({ id }) => id).join(" or ")}`;
  return hasMessage ? undefined : "the brief has no message to build from";
}

function refusedFindings(synced: Creatives["synced"]): string[] {
  return synced
    .filter(({ action }) => action === "failed")
    .map(
      ({ name, sellerId, errors }) =>
        `${sellerId} did not take ${name}: ${errors.join("; ") || "it gives no reason"}. Its packages need another creative.`,
    );
}

const buildArguments = z.looseObject({ target_format_ids: z.array(formatIdSchema) });

function describeBuild(step: StepState, { previews }: CampaignState): Creatives["built"][number] {
  const answer = build_creative.response.safeParse(step.receipt?.payload);
  const { target_format_ids: formats = [] } = buildArguments.safeParse(step.step.arguments).data ?? {};
  return {
    stepId: step.step.id,
    agentId: step.step.agentId,
    formats: formats.map(({ id }) => id),
    status: statusOf(step.status),
    reason: step.reason,
    expiresAt: answer.data?.expires_at,
    preview: previews.findLast(({ stepId }) => stepId === step.step.id),
  };
}

const syncArguments = z.looseObject({
  creatives: z.array(z.looseObject({ creative_id: z.string(), name: z.string(), format_id: formatIdSchema })),
  assignments: z.record(z.string(), z.array(z.string())).optional(),
});

function describeSync(step: StepState): Creatives["synced"] {
  const sent = syncArguments.safeParse(step.step.arguments).data;
  const answer = sync_creatives.response.safeParse(step.receipt?.payload).data;
  return (sent?.creatives ?? []).map((creative) => {
    const item = answer?.creatives.find((item) => item.creative_id === creative.creative_id);
    return {
      stepId: step.step.id,
      sellerId: step.step.agentId,
      creativeId: creative.creative_id,
      name: creative.name,
      format: creative.format_id.id,
      status: item?.action === "failed" ? "failed" : statusOf(step.status),
      action: item?.action,
      reviewStatus: item?.status,
      packages: item?.assigned_to ?? sent?.assignments?.[creative.creative_id] ?? [],
      errors: item?.errors?.map((error) => error.message) ?? textsOf(step.reason),
    };
  });
}
