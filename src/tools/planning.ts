import { z } from "zod";
import { read } from "../desk/intake/intake.ts";
import type { AnswerOf } from "../desk/operations.ts";
import { callOperation } from "../desk/operations.ts";
import type { CampaignOutput } from "../desk/outputs/campaign-output.ts";
import { changeOptions } from "../desk/whatif-changes.ts";
import { each, fields } from "../lib/described.ts";
import { formatMinor, formatMoney, unitCost } from "../lib/money.ts";
import { foreignId, quoted, shown, type Tool, tool, words } from "./tool.ts";

const brief = {
  brief: z.string().describe("brief.yaml, or the client's own words"),
  format: z.enum(["text", "yaml"]).default("text").describe("yaml only for a brief.yaml"),
};
const campaign_id = z.string();

const offerSchema = fields({
  rank: z.int(),
  score: z.number().describe("0 to 100"),
  seller: z.string(),
  untrusted_product: z.string(),
  untrusted_channels: words,
  cpm: z.string().optional(),
  guaranteed: z.boolean(),
  minimum: z.string().optional(),
});

const lineSchema = fields({
  untrusted_line: foreignId,
  seller: z.string(),
  untrusted_product: z.string(),
  amount: z.string(),
  share: z.number().describe("of the budget"),
  impressions: z.number().optional(),
});

interface Written {
  readonly brief: string;
  readonly format: "text" | "yaml";
}

/** The brief as operations take it: its name says how it is read. */
async function written(input: Written) {
  return { name: (await isFile(input)) ? "brief.yaml" : "brief.txt", text: input.brief };
}

/** A brief.yaml is read as one whatever is said of it: models leave its format out. */
async function isFile({ brief: text, format }: Written): Promise<boolean> {
  return format === "yaml" || (await read("isBriefFile", { text }));
}

function range({ low, high }: { readonly low: number; readonly high: number }, currency: string): string {
  return low === high ? unitCost(low, currency) : `${unitCost(low, currency)} to ${unitCost(high, currency)}`;
}

/** What keeps the market from being complete, in the desk's words. */
function marketOf({ report }: CampaignOutput): string {
  return report.headline?.summary.join(" ") ?? "";
}

function topOffers({ candidates = [], report: { currency } }: CampaignOutput): z.input<typeof offerSchema>[] {
  return candidates
    .filter(({ eligible }) => eligible)
    .slice(0, shown)
    .map(({ rank = 0, score = 0, seller_id, name, channels, pricing, delivery_type }) => ({
      rank,
      score,
      seller: seller_id,
      untrusted_product: quoted(name),
      untrusted_channels: channels.slice(0, 5).map(quoted),
      ...(pricing.cpm && { cpm: range(pricing.cpm, currency ?? pricing.currency) }),
      guaranteed: delivery_type === "guaranteed",
      ...(pricing.minimumSpend && { minimum: formatMoney(pricing.minimumSpend) }),
    }));
}

const checkBrief = tool({
  name: "check_brief",
  title: "Check a brief",
  description:
    "Reads a brief: what was understood, what is asked, what was not taken over. Ask the person the questions; never answer them yourself.",
  input: fields(brief),
  output: fields({
    brief_yaml: z.string().optional().describe("what was understood; hand it on with format yaml"),
    questions: words,
    problems: words,
    not_taken: words.describe("neither a value nor a question"),
    feasibility: words,
  }),
  run: async (desk, input, caller) => {
    if (!(await isFile(input))) {
      const {
        brief: yaml,
        questions,
        unread,
      } = await callOperation("draft-brief", desk, { text: input.brief }, caller);
      return {
        brief_yaml: yaml,
        questions: questions.map(({ text }) => text),
        problems: [],
        not_taken: unread.slice(0, shown).map(({ text }) => quoted(text)),
        feasibility: [],
      };
    }
    const checked = await callOperation(
      "check-brief",
      desk,
      { name: "brief.yaml", text: input.brief },
      caller,
    );
    return {
      questions: checked.questions.map(({ text }) => text),
      problems: checked.problems.map(({ line, field, message }) => `line ${line}, ${field}: ${message}`),
      not_taken: [],
      feasibility: checked.feasibility.map(({ text }) => text),
    };
  },
});

const compareOffers = tool({
  name: "compare_offers",
  title: "Compare sellers' offers",
  description: "Asks every seller and ranks the offers on one scale. Takes up to 90 seconds. Buys nothing.",
  input: fields(brief),
  output: fields({
    campaign_id,
    market: z.string(),
    offers: z.array(offerSchema).describe("the best"),
    eligible: z.int().describe("may be bought"),
    not_eligible: z.int(),
  }),
  asksSellers: true,
  run: async (desk, input, caller) => {
    const compared = await callOperation("compare", desk, { brief: await written(input) }, caller);
    const { candidates = [] } = compared;
    const eligible = candidates.filter((one) => one.eligible).length;
    return {
      campaign_id: compared.campaign,
      market: marketOf(compared),
      offers: topOffers(compared),
      eligible,
      not_eligible: candidates.length - eligible,
    };
  },
});

const planCampaign = tool({
  name: "plan_campaign",
  title: "Plan a campaign",
  description:
    "Compares offers and splits the budget for the brief's goal, within its limits and the desk's policies. Takes up to 90 seconds. Buys nothing; start_campaign begins it.",
  input: fields(brief),
  output: fields({
    campaign_id,
    verdict: z.string(),
    market: z.string(),
    lines: z.array(lineSchema).describe("the largest"),
    more_lines: z.int(),
    unallocated: z.string().optional(),
    missing: words.describe("not known"),
    untrusted_limits: words.describe("what held it back, and what a limit costs"),
    untrusted_conflicts: words.describe("wishes that cannot hold together, and what dropping each gives"),
    plan_digest: z.string().optional().describe("names exactly this plan"),
  }),
  asksSellers: true,
  run: async (desk, input, caller) => {
    const planned = await callOperation("plan", desk, { brief: await written(input) }, caller);
    const { plan, answer, headline } = planned.report;
    const lines = (plan?.lines ?? []).toSorted((one, other) => other.share - one.share);
    return {
      campaign_id: planned.campaign,
      verdict: headline?.verdict ?? "Nothing can be planned.",
      market: marketOf(planned),
      lines: lines.slice(0, shown).map((line) => ({
        untrusted_line: line.lineId,
        seller: line.sellerId,
        untrusted_product: quoted(line.product),
        amount: formatMoney(line.amount),
        share: line.share,
        ...(line.expectedImpressions !== undefined && { impressions: line.expectedImpressions }),
      })),
      more_lines: Math.max(0, lines.length - shown),
      ...(plan !== undefined && plan.unallocated.minor > 0 && { unallocated: formatMoney(plan.unallocated) }),
      missing: [...(answer?.planned?.missing ?? [])],
      untrusted_limits: [
        ...(plan?.binding ?? []).map(quoted),
        ...(plan?.costs ?? []).map(
          ({ limit, more }) => `${limit}: without it the plan brings ${Math.round(more * 100)} % more`,
        ),
      ],
      untrusted_conflicts: (plan?.conflict ?? []).map(({ text, dropping }) => quoted(`${text}: ${dropping}`)),
      ...(planned.basis !== undefined && { plan_digest: planned.basis }),
    };
  },
});

const whatIf = tool({
  name: "what_if",
  title: "Other plans from the same offers",
  description: "Other plans from the offers of a comparison or a plan. Asks no seller and changes nothing.",
  input: fields({
    campaign_id: z.string(),
    scenarios: z
      .array(
        each({ change: z.enum(changeOptions), value: z.string() })
          .min(1)
          .describe("changes that hold together in one scenario"),
      )
      .max(5)
      .default([])
      .describe('as [[{"change": "budget", "value": "EUR 300,000"}]]; the usual ones where empty'),
  }),
  output: fields({
    scenarios: each({
      name: z.string(),
      change: z.string(),
      total: z.string(),
      lines: z.int(),
      sellers: z.int(),
      impressions: z.number(),
      cpm: z.string().optional(),
      goal: z.string().optional(),
      share_of_target: z.number().optional(),
      untrusted_conflicts: words,
    }),
  }),
  run: async (desk, { campaign_id: campaign, scenarios }, caller) => {
    const changes = scenarios.flatMap((scenario, n) => [
      ...(n === 0 ? [] : [{ option: "or" as const, value: "" }]),
      ...scenario.map(({ change, value }) => ({ option: change, value })),
    ]);
    const { plan, scenarios: others } = await callOperation("what-if", desk, { campaign, changes }, caller);
    return { scenarios: [plan, ...others].map(scenarioRow) };
  },
});

function scenarioRow(scenario: AnswerOf<"what-if">["plan"]) {
  const { total, expectedImpressions, cpm, goal, conflict = [], ...row } = scenario;
  const { name, change, lines, sellers } = row;
  return {
    name,
    change,
    total: formatMoney(total),
    lines,
    sellers,
    impressions: Math.round(expectedImpressions.mid),
    ...(cpm !== undefined && { cpm: formatMinor(cpm, total.currency) }),
    ...(goal && { goal: `${Math.round(goal.expected.mid)} ${goal.metric}` }),
    ...(goal?.share !== undefined && { share_of_target: goal.share }),
    untrusted_conflicts: conflict.map(({ text, dropping }) => quoted(`${text}: ${dropping}`)),
  };
}

export const planningTools: readonly Tool[] = [checkBrief, compareOffers, planCampaign, whatIf];
