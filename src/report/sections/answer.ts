import { z } from "zod";
import type { Brief } from "../../brief/brief.ts";
import { countedBy, kpiName, unitOf } from "../../brief/kpi.ts";
import type { Plan } from "../../campaign/model/offers/plan.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { perThousand } from "../../campaign/plan/outlook.ts";
import { proposedSignals, type SignalProposal } from "../../campaign/plan/signals/choose.ts";
import { counted } from "../../lib/english.ts";
import { formatMinor, money, moneySchema } from "../../lib/money.ts";
import { type Block, facts, only, prose, type Section } from "../blocks/document.ts";
import {
  formatCountRange,
  formatCpmRange,
  formatKpi,
  formatPercent,
  formatShort,
  formatWhole,
  sentence,
  shortTarget,
  textsOf,
} from "../blocks/format.ts";
import { type Described, fields, range, texts } from "../blocks/schema.ts";
import { column, number, type Sheet, sheet, text } from "../blocks/sheet.ts";
import { printMedia } from "../blocks/table.ts";
import { total } from "../blocks/totals.ts";
import { livePartOf } from "./live-part.ts";

const universeSchema = fields({ people: z.number(), where: z.string(), source: z.string() });

const plannedSchema = fields({
  metric: z.string().describe("what the split makes most of"),
  basis: z.string().describe("why that"),
  expected: range.describe("units of `metric`; of reach, `mid` is by the brief's overlap"),
  certainty: z.string(),
  cost: range
    .optional()
    .describe("minor units for one of `metric`, for 1,000 of reach, impressions and viewable impressions"),
  reached: range.optional().describe("where the plan stands, in the target's own unit"),
  share: z.number().optional().describe("expected part of the target; 1 is on target"),
  impressions: range,
  cpm: z.number().optional().describe("minor units for 1,000 expected impressions"),
  frequency: range.optional().describe("contacts with each person reached, over the flight"),
  universe: universeSchema.optional().describe("whom ratings are counted against"),
  group: universeSchema.optional().describe("whom of them the brief is for"),
  grp: z.number().optional().describe("contacts for each 100 people of the universe"),
  effectiveReach: fields({ times: z.number(), people: range })
    .optional()
    .describe("people with at least so many contacts over the flight"),
  overCap: fields({ times: z.number(), people: range })
    .optional()
    .describe(
      "people with more contacts over the flight than the brief's cap, which each package keeps its part of",
    ),
  missing: texts.describe("what would have to be known to say more"),
});

export const answerSchema = fields({
  target: fields({ metric: z.string(), target: z.number().optional() })
    .optional()
    .describe("the brief's KPI; of reach, less than 1 is a part of the target group"),
  budget: moneySchema,
  planned: plannedSchema
    .optional()
    .describe("of what stands; absent before there is a plan, and where nothing can be bought"),
  asPlanned: plannedSchema
    .optional()
    .describe("of the whole plan, where something of it does not stand as it was planned"),
  audience: fields({
    words: z.string().describe("which part of the money is aimed at it"),
    proposals: texts.describe("signals that may aim the rest, with what each would cost"),
  })
    .optional()
    .describe("whom the brief is for; absent where it is for everybody"),
}).describe("how far the plan gets towards what the brief is for");
export type Answer = Described<typeof answerSchema>;
type Planned = NonNullable<Answer["planned"]>;

export function describeAnswer(state: CampaignState): Answer | undefined {
  const { brief, plan } = state;
  if (brief === undefined) return undefined;
  const livePart = livePartOf(state);
  return {
    target: brief.kpi,
    budget: brief.budget,
    planned: (livePart ?? plan)?.goal,
    asPlanned: livePart && plan?.goal,
    audience: plan && describeAudience(state, brief, livePart?.lines ?? plan.lines, plan),
  };
}

/** Most signals that are proposed: who reads it is to choose one. */
const mostProposals = 3;

function describeAudience(
  { offers = [], signals = [], sellers = [], exchange }: CampaignState,
  brief: Brief,
  lines: Plan["lines"],
  plan: Plan,
): Answer["audience"] {
  if ((brief.audience ?? brief.demographics) === undefined || lines.length === 0) return undefined;
  const own = new Set(offers.flatMap(({ id, inGroup }) => (inGroup && inGroup.low === 1 ? [id] : [])));
  const isAimed = ({ signal, offerId }: Plan["lines"][number]) => signal !== undefined || own.has(offerId);
  const { currency } = brief.budget;
  const spent = (some: Plan["lines"]) => total(some, ({ amount }) => amount.minor);
  const withoutSignals = sellers.flatMap(({ id, ordersNoSignals }) => (ordersNoSignals === true ? [id] : []));
  const proposals = proposedSignals({ plan, brief, offers, signals, withoutSignals, exchange });
  return {
    words: aimedWords(spent(lines.filter(isAimed)), spent(lines), currency),
    proposals: proposals.slice(0, mostProposals).map((one) => proposalWords(one, currency)),
  };
}

function aimedWords(aimed: number, all: number, currency: string): string {
  if (aimed === 0) return "Nothing is aimed at the audience: sellers are asked for it in words alone.";
  const [part, whole] = [aimed, all].map((minor) => formatWhole(money(minor, currency)));
  return `Aimed at the audience: ${part} of ${whole}, ${formatPercent(aimed / all)}.`;
}

/** `“IT decision makers”, 1.1 % of people, EUR 6.50 CPM: EUR 2,300 for data in 4 packages, by signals: [a/it] in the brief.` */
function proposalWords({ signal, cost, packages, refused }: SignalProposal, currency: string): string {
  const { id, name, coverage, cpm } = signal;
  const terms = textsOf(
    `“${name}”`,
    coverage !== undefined && `${formatPercent(coverage, 1)} of people`,
    cpm !== undefined && `${formatMinor(cpm, currency)} CPM`,
  );
  const use = `${formatWhole(money(cost, currency))} for data in ${counted(packages, "package")}, by signals: [${id}] in the brief`;
  return `${terms.join(", ")}: ${refused === undefined ? use : `not here, ${refused}`}.`;
}

/** What every document begins with: the target, and how far the plan gets. */
export const answer: Section<{ readonly answer?: Answer }> = {
  id: "answer",
  name: "Target",
  title: "Plan against target",
  blocks: ({ answer }) =>
    answer && [
      only(["terminal"], prose(sentencesOf(answer).join(" "))),
      answer.audience &&
        only(["terminal"], prose([answer.audience.words, ...answer.audience.proposals].join(" "))),
      only(printMedia, facts(factsOf(answer))),
    ],
  sheet: ({ answer }) => answer && answerSheet(answer),
};

type MaybeFact = readonly [name: string, fact: string | undefined];

function factsOf({ target, budget, planned: current, asPlanned, audience }: Answer): MaybeFact[] {
  const { currency } = budget;
  const targetFact: MaybeFact = ["Target", target ? formatKpi(target, currency) : "none named in the brief"];
  const planned = asPlanned ?? current;
  if (planned === undefined) return [targetFact, ["Planned", "nothing is planned"]];
  // What is said beside the plan and what stands of it is said of what stands.
  const now = current ?? planned;
  const { metric, cost, impressions, cpm, frequency, missing } = now;
  const against = againstTarget(target, planned, currency);
  return [
    targetFact,
    ["Planned", expectedWords(planned)],
    ["Against the target", against && `${against}${reachedWords(target, planned, currency)}`],
    ["Current", asPlanned && currentWords(target, current, currency)],
    ["Certainty", sentence(now.certainty)],
    ["Cost", cost && priceWords(formatCpmRange(cost, currency), metric)],
    [
      "Impressions",
      metric === "impressions" ? "" : `${formatShort(impressions.mid)} (${formatCountRange(impressions)})`,
    ],
    ["Average CPM", cpm === undefined ? "" : formatMinor(cpm, currency)],
    ["Average frequency", frequency ? often(frequency) : "not known: no package states its reach"],
    ["Effective reach", effectiveWords(now)],
    ["Over the cap", overCapWords(now)],
    ["GRP", ratingWords(now)],
    [
      "Target group",
      now.group && `${formatShort(now.group.people)} people: ${now.group.where} (${now.group.source})`,
    ],
    ["Audience", audience?.words],
    ["Aim at it with", audience?.proposals.join(" ")],
    ["Basis", sentence(now.basis)],
    ["Not known", missing.map(sentence).join(" ")],
  ];
}

/** For whoever pays: what no tile above it says, without what the desk is to choose. */
export function factsForClients(answer: Answer): Block {
  const tiles = new Set(["Target", "Planned", "Against the target", "Current", "Certainty"]);
  const audience = answer.audience && { ...answer.audience, proposals: [] };
  return facts(factsOf({ ...answer, audience }).filter(([name]) => !tiles.has(name)));
}

/** `37.2 M impressions, 248 % of the target`: of what stands, where that is not the plan. */
function currentWords(target: Answer["target"], current: Planned | undefined, currency: string): string {
  if (current === undefined) return "nothing stands";
  return textsOf(expectedWords(current), againstTarget(target, current, currency)).join(", ");
}

/** The same in few words, for a terminal. */
function sentencesOf({ target, budget, planned: current, asPlanned }: Answer): string[] {
  const { currency } = budget;
  const planned = asPlanned ?? current;
  const targetFact = target === undefined ? "Target: none named." : `Target: ${formatKpi(target, currency)}.`;
  if (planned === undefined) return [targetFact, "Nothing is planned."];
  const now = current ?? planned;
  const { metric, cost, impressions, cpm, frequency, missing } = now;
  const price = cost ? `, at ${priceWords(formatCpmRange(cost, currency), metric)}` : "";
  const average = cpm === undefined ? "" : ` at an average CPM of ${formatMinor(cpm, currency)}`;
  return textsOf(
    targetFact,
    `Planned: ${textsOf(expectedWords(planned), againstTarget(target, planned, currency)).join(", ")}${asPlanned ? "." : `${price}; ${now.certainty}.`}`,
    asPlanned && `Current: ${currentWords(target, current, currency)}${current && price}; ${now.certainty}.`,
    metric !== "impressions" && `${formatShort(impressions.mid)} impressions${average}.`,
    frequency && `Average frequency ${often(frequency)}.`,
    target !== undefined && now.basis.includes(":") && sentence(now.basis),
    missing.length > 0 && `Missing: ${missing.join("; ")}.`,
  );
}

/**
 * `252 % of the target`, `at least 4 % of the target` where most packages forecast nothing of it, so that the plan is made for
 * something else; a cost beside its ceiling. `named`: the target in words.
 */
export function againstTarget(
  target: Answer["target"],
  { share, metric, reached, group }: Pick<Planned, "share" | "metric" | "reached" | "group">,
  currency: string,
  named = "",
): string | undefined {
  if (target === undefined || share === undefined) return undefined;
  if (isCeiling(target) && reached !== undefined)
    return `${formatKpi({ ...target, target: reached.mid }, currency)}, ${share < 1 ? "over" : "within"} the ceiling of ${shortTarget(target.metric, target.target ?? 0, currency)}`;
  const isStandIn = unitOf(target.metric) === "count" && countedBy(target.metric) !== metric;
  // Sellers forecast people of every age, whichever of them the target is of.
  const among = group && target.metric.startsWith("reach") ? ", counting people of every age and gender" : "";
  return `${isStandIn ? "at least " : ""}${formatPercent(share)} of the target${named}${among}`;
}

/** A target that is kept by staying under it, of which more is no better. */
export function isCeiling(target: Answer["target"]): boolean {
  return target !== undefined && unitOf(target.metric) === "cost";
}

/** `: completion rate of 85 %`, where it was not stated before. */
function reachedWords(target: Answer["target"], { reached, metric }: Planned, currency: string): string {
  if (target === undefined || reached === undefined || metric === target.metric || isCeiling(target))
    return "";
  return `: ${formatKpi({ metric: target.metric, target: reached.mid }, currency)}`;
}

/** `32.4 M impressions (24 M – 40 M)` */
function expectedWords({ metric, expected }: Planned): string {
  return countWords(expected, metricWords(metric));
}

function countWords(range: Planned["expected"], what: string): string {
  const span = range.low === range.high ? "" : ` (${formatCountRange(range)})`;
  return `${formatShort(range.mid)} ${what}${span}`;
}

/** `15 M impressions`, `EUR 8.00 CPM` */
export function targetWords(target: { readonly metric: string; readonly target?: number }, currency: string) {
  return unitOf(target.metric) === "count" && (target.target ?? 0) > 1
    ? `${formatShort(target.target ?? 0)} ${metricWords(target.metric)}`
    : formatKpi(target, currency).replace(/^(.*) of (.*)$/, "$2 $1");
}

export function metricWords(metric: string): string {
  if (metric === "sales_value") return "in sales";
  if (metric.startsWith("reach")) return "people";
  return metric === "grps" ? "rating points" : kpiName(metric);
}

/** `EUR 5.20 CPM`, `EUR 9.80 per 1,000 people`, `EUR 0.40 per click` */
export function priceWords(price: string, metric: string): string {
  return metric === "impressions" ? `${price} CPM` : `${price} per ${unitWords(metric)}`;
}

function unitWords(metric: string): string {
  if (metric === "reach") return "1,000 people";
  if (metric === "sales_value") return "1 in sales";
  const words = metricWords(metric);
  return [...perThousand].some((one) => one === metric) ? `1,000 ${words}` : words.replace(/s$/, "");
}

function often({ low, mid, high }: NonNullable<Planned["frequency"]>): string {
  const one = (times: number) => times.toFixed(1);
  return low === high ? one(mid) : `${one(mid)} (${one(low)} – ${one(high)})`;
}

/** `2.1 M people with at least 3 contacts (1.4 M – 2.9 M)` */
function effectiveWords({ effectiveReach: effective }: Planned): string | undefined {
  return effective && countWords(effective.people, `people with at least ${effective.times} contacts`);
}

function overCapWords({ overCap }: Planned): string | undefined {
  if (overCap === undefined) return undefined;
  const people = countWords(
    overCap.people,
    `people with more than ${overCap.times} contacts over the flight`,
  );
  return `${people}: each package keeps to its part of the cap, and nobody counts across sellers`;
}

function ratingWords({ grp, universe }: Planned): string {
  if (grp === undefined || universe === undefined) return "";
  const { people, where, source } = universe;
  return `${grp.toFixed(grp < 10 ? 1 : 0)}, of the ${formatShort(people)} people of ${where} (${source})`;
}

function answerSheet(answer: Answer): Sheet {
  const planned = answer.asPlanned ?? answer.planned;
  const stated = factsOf(answer).filter(([, fact]) => fact !== undefined && fact !== "");
  return sheet<{ readonly name: string; readonly fact?: string; readonly value?: number }>(
    "target",
    [
      column("What", 34, ({ name }) => text(name)),
      column("In words", 90, ({ fact }) => text(fact)),
      column("Figure", 18, ({ value }) => number(value, 2)),
    ],
    [
      ...stated.map(([name, fact]) => ({ name, fact })),
      ...(planned ? figuresOf(planned, answer.target) : []),
    ],
  );
}

/** For those who compute with it. */
function figuresOf({ metric, expected, impressions, share }: Planned, target: Answer["target"]) {
  const words = metric.replaceAll("_", " ");
  return [
    { name: `${words}, low`, value: expected.low },
    { name: `${words}, expected`, value: expected.mid },
    { name: `${words}, high`, value: expected.high },
    { name: "impressions, expected", value: impressions.mid },
    { name: "share of the target", value: isCeiling(target) ? undefined : share },
  ].filter(({ value }) => value !== undefined);
}
