import { z } from "zod";
import { type AnswerOf, callOperation, type InputOf } from "../desk/operations.ts";
import { UsageError } from "../desk/usage-error.ts";
import { campaign_id, day, foreignId, quoted, shown, type Tool, tool, waitsFor, words } from "./tool.ts";

const statusWords = {
  campaign_id: z.string(),
  untrusted_waits_for: words,
  untrusted_ended: z.string().optional().describe("why"),
};

const startCampaign = tool({
  name: "start_campaign",
  title: "Begin the campaign of a plan",
  description:
    "Begins the campaign of a plan. Nothing is bought or sent until a person whom the desk names has approved it, at the desk: not here, and not through you. The same call again gives the same campaign.",
  input: z.strictObject({
    campaign_id: z.string(),
    plan_digest: z.string().describe("refused where the plan is another by now"),
  }),
  output: z.strictObject(statusWords),
  effect: "proposes",
  asksSellers: true,
  run: async (desk, { campaign_id: campaign, plan_digest: basis }, caller) => {
    const begun = await callOperation("start-planned", desk, { campaign, basis }, caller);
    const { ended } = begun.report.campaign;
    return {
      campaign_id: begun.campaign,
      untrusted_waits_for: waitsFor(begun.waiting),
      ...(ended !== undefined && { untrusted_ended: quoted(ended) }),
    };
  },
});

const change = z.strictObject({
  verb: z.enum(["pause", "unpause", "budget", "extend"]),
  budget: z.string().max(50).optional().describe("its new one, as EUR 20,000"),
  last_day: day.optional(),
});

const proposeChange = tool({
  name: "propose_change",
  title: "Propose a change of a running buy",
  description:
    "Proposes a change of a running buy. It waits for a person whom the desk names; the seller is only asked how the buy stands. With preview nothing is proposed.",
  input: z.strictObject({
    campaign_id,
    line: z.string().describe("of the plan, or a package or buy"),
    ...change.shape,
    reason: z.string().max(500).optional().describe("for the person who decides"),
    preview: z.boolean().default(false),
  }),
  output: z.strictObject({
    campaign_id: z.string(),
    untrusted_media_buy: foreignId,
    seller: z.string(),
    status: z
      .string()
      .describe("escalated: waits for a person; planned: preview; unchanged: it is so already"),
    untrusted_step: foreignId.optional(),
    untrusted_reason: z.string().optional(),
    untrusted_differences: words,
    policies_say: z.string().optional(),
  }),
  effect: "proposes",
  asksSellers: true,
  run: async (desk, { campaign_id: campaign, line, reason, preview, ...wanted }, caller) => {
    const input = { campaign, line, requested: requestedOf(wanted), reason, execute: !preview };
    const output = await callOperation("change-buy", desk, input, caller);
    return {
      campaign_id: output.campaign,
      untrusted_media_buy: output.mediaBuyId,
      seller: output.seller,
      status: output.status,
      ...(output.step !== undefined && { untrusted_step: output.step }),
      ...(output.reason !== undefined && { untrusted_reason: quoted(output.reason) }),
      untrusted_differences: output.differences
        .slice(0, shown)
        .map(({ what, before, after }) => quoted(`${what}: ${before} -> ${after}`)),
      policies_say: output.localVerdict,
    };
  },
});

function requestedOf(asked: z.output<typeof change>): InputOf<"change-buy">["requested"] {
  const { verb, budget, last_day } = asked;
  if (verb === "pause" || verb === "unpause") return { verb };
  if (verb === "budget" && budget !== undefined) return { verb: "amount", to: budget };
  if (verb === "extend" && last_day !== undefined) return { verb, until: last_day };
  throw new UsageError(
    `${verb} needs ${verb === "budget" ? "budget, as EUR 20,000" : "last_day, as 2027-01-31"}`,
  );
}

const askForApproval = tool({
  name: "ask_for_approval",
  title: "Ask a person to decide",
  description:
    "Says where a person decides on what waits, and opens that page where your host can. What is answered here decides nothing: ask wait_for what came of it.",
  input: z.strictObject({ campaign_id }),
  output: z.strictObject({
    waiting: z.int().describe("steps that wait for a person"),
    page: z.string().optional().describe("for the person to open"),
    untrusted_person_types: z.string().optional().describe("the same at a terminal"),
    untrusted_reasons: words,
  }),
  opens: ({ page }) => page,
  run: async (desk, { campaign_id: campaign }, caller) => {
    const output = await callOperation("inbox", desk, { campaign }, caller);
    const [step] = output.waiting;
    const { pages } = desk;
    const place = placeOf(output);
    return {
      waiting: output.waiting.length,
      ...(pages !== undefined && place !== undefined && { page: `${pages}${place}` }),
      ...(step && { untrusted_person_types: output.plans[0]?.command ?? step.commands.approve }),
      untrusted_reasons: (output.plans[0]?.reasons ?? step?.reasons ?? []).slice(0, shown).map(quoted),
    };
  },
});

/** The console's page for the first of what waits: the whole plan where one approval opens all of it. */
function placeOf({ waiting: [step], plans: [plan] }: AnswerOf<"inbox">): string | undefined {
  if (plan !== undefined) return `/plans/${encodeURIComponent(plan.campaignId)}`;
  return step && `/inbox/${[step.campaignId, step.stepId].map(encodeURIComponent).join("/")}`;
}

const waitFor = tool({
  name: "wait_for",
  title: "Wait for something to happen",
  description: "What was recorded of a campaign since an entry; where nothing was, waits for it.",
  input: z.strictObject({
    campaign_id,
    since: z.int().min(0).default(0).describe("sequence of the last answer"),
    seconds: z.number().min(0).max(25).default(20),
  }),
  output: z.strictObject({
    ...statusWords,
    sequence: z.int(),
    changes: z
      .array(z.strictObject({ at: z.string(), what: z.string(), untrusted_step: foreignId.optional() }))
      .describe("the last"),
    more: z.int().describe("earlier ones"),
  }),
  run: async (desk, { campaign_id: campaign, since, seconds }, caller) => {
    const output = await callOperation("changes", desk, { campaign, since, seconds }, caller);
    const { campaign: id, sequence, entries, waiting, ended } = output;
    return {
      campaign_id: id,
      sequence,
      changes: entries.slice(-shown).map(({ at, type, step }) => ({ at, what: type, untrusted_step: step })),
      more: Math.max(0, entries.length - shown),
      untrusted_waits_for: waitsFor(waiting),
      ...(ended !== undefined && { untrusted_ended: quoted(ended) }),
    };
  },
});

const stop = tool({
  name: "stop",
  title: "Stop all spending",
  description:
    "Pauses what runs at sellers and keeps everything from being bought, of all campaigns or one. Only a person lets it go on.",
  input: z.strictObject({
    campaign_id: z.string().optional().describe("all campaigns where absent"),
    reason: z.string().min(1).max(500),
  }),
  output: z.strictObject({ buys: z.int(), stopped: z.int(), untrusted_not_stopped: words }),
  effect: "stops",
  asksSellers: true,
  run: async (desk, { campaign_id: id, reason }, caller) => {
    const scope = id === undefined ? ({ type: "all" } as const) : ({ type: "campaign", id } as const);
    const { buys } = await callOperation("stop", desk, { scope, reason }, caller);
    const left = buys.filter(({ stopped }) => !stopped);
    return {
      buys: buys.length,
      stopped: buys.length - left.length,
      untrusted_not_stopped: left
        .slice(0, shown)
        .map((buy) => quoted(`${buy.mediaBuyId ?? buy.stepId} at ${buy.sellerId}: ${buy.reason}`)),
    };
  },
});

export const proposingTools: readonly Tool[] = [startCampaign, proposeChange, askForApproval, waitFor, stop];
