import { z } from "zod";
import { type CampaignState, type StepState, stepOf } from "../../campaign/model/state/state.ts";
import { activationAt, activationStepId } from "../../campaign/plan/signals/wanted-signals.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { isObject } from "../../lib/json-object.ts";
import { formatMinor, formatMoney, moneySchema, totalMoney } from "../../lib/money.ts";
import { mediaBuySchema } from "../../protocol/records/media-buy.ts";
import { buyByLine } from "../account/buys.ts";
import { type Cell, chip, items } from "../blocks/cell.ts";
import { type Block, list, type Section } from "../blocks/document.ts";
import { formatPercent, textsOf } from "../blocks/format.ts";
import { count, type Described, each, fields, type Status, texts } from "../blocks/schema.ts";
import { figure, header, plain, table, under, words } from "../blocks/table.ts";

export const signalsSchema = fields({
  agents: each({
    id: z.string(),
    result: z.enum(["answered", "late", "failed"]),
    signals: count,
    reason: z.string().optional(),
  }),
  candidates: each({
    id: z.string(),
    name: z.string().describe("agent's words"),
    description: z.string(),
    type: z.string().optional(),
    provider: z.string().optional(),
    coverage: z.number().optional().describe("0 to 1 of the agent's population"),
    price: moneySchema.optional().describe("of 1,000 impressions, agent's currency"),
    cpm: z.number().optional().describe("the same in minor units of the brief's currency"),
    sellers: texts.describe("where it can be made usable"),
    chosenFor: texts.describe("sellers whose packages the plan targets with it"),
  }),
  choices: each({
    sellerId: z.string(),
    signalId: z.string().optional(),
    name: z.string().optional(),
    reason: z.string(),
    cost: moneySchema.describe("kept back for data, brief's currency"),
    status: z
      .enum(["none", "planned", "waiting", "live", "without"])
      .describe("live: in the targeting of the seller's packages; without: bought without it"),
    statusReason: z.string().optional(),
    targeted: each({
      lineId: z.string(),
      echoed: z
        .boolean()
        .optional()
        .describe(
          "whether the seller's answer repeats the targeting: some ignore what they do not know; absent until it confirms",
        ),
    }),
  }).describe("one for each seller that is bought from"),
});
type Signals = Described<typeof signalsSchema>;
type Candidate = Signals["candidates"][number];
type Choice = Signals["choices"][number];

/** What signals agents offered, what the plan took, and what became of it. Activation keys stay in the ledger. */
export function describeSignals(state: CampaignState): Signals {
  const { signals = [], signalQuotes = [], plan } = state;
  const choices = plan?.signals ?? [];
  return {
    agents: signalQuotes.map(({ agentId, ...quote }) => ({ id: agentId, ...quote })),
    candidates: signals.map(({ sellerIds, ...signal }) => ({
      ...signal,
      sellers: sellerIds,
      chosenFor: choices.filter(({ signalId }) => signalId === signal.id).map(({ sellerId }) => sellerId),
    })),
    choices: choices.map((choice) => {
      const { sellerId, signalId } = choice;
      const used = plan?.lines
        .filter((line) => line.sellerId === sellerId)
        .flatMap(({ signal }) => signal ?? []);
      return {
        ...choice,
        name: signals.find(({ id }) => id === signalId)?.name,
        cost: totalMoney(used ?? [], plan?.total.currency ?? "", ({ cost }) => cost),
        ...(signalId === undefined ? { status: "none" } : statusAt(state, sellerId)),
        targeted: targeted(state, sellerId),
      };
    }),
  };
}

function statusAt(state: CampaignState, sellerId: string): Pick<Choice, "status" | "statusReason"> {
  const activation = activationAt(state, sellerId);
  if (activation?.result === "live") return { status: "live" };
  if (activation !== undefined) return { status: "without", statusReason: activation.reason };
  const step = stepOf(state, activationStepId(sellerId));
  if (step === undefined) return { status: "planned" };
  const reason = step.status === "done" ? "activated, not live yet" : step.reason;
  return { status: "waiting", statusReason: reason };
}

const sentPackages = z.looseObject({
  packages: z.array(
    z.looseObject({ buyer_ref: z.string(), targeting_overlay: z.looseObject({}).optional() }),
  ),
});

/** Packages of a seller that were sent with a signal in their targeting. */
function targeted(state: CampaignState, sellerId: string): Choice["targeted"] {
  const buys = new Set([...buyByLine(state).values()].filter(({ step }) => step.agentId === sellerId));
  return [...buys].filter(({ intent }) => intent !== undefined).flatMap(inBuy);
}

function inBuy({ step, receipt }: StepState): Choice["targeted"] {
  const sent = sentPackages.safeParse(step.arguments).data?.packages ?? [];
  const packages = mediaBuySchema.safeParse(receipt?.payload).data?.packages;
  return sent
    .filter(({ targeting_overlay: overlay }) => overlay?.["signal_targeting_groups"] !== undefined)
    .map(({ buyer_ref: lineId, targeting_overlay: overlay }) => {
      const sentGroups = overlay?.["signal_targeting_groups"];
      const has = packages?.find((one) => one.buyer_ref === lineId)?.["targeting_overlay"];
      const groups = isObject(has) ? has["signal_targeting_groups"] : undefined;
      return {
        lineId,
        echoed: packages && groups !== undefined && canonicalJson(groups) === canonicalJson(sentGroups),
      };
    });
}

/** Audience data: what was offered, what is used where, and what it may cost. */
export const signals: Section<{ readonly signals: Signals; readonly currency?: string }> = {
  id: "signals",
  appendix: true,
  name: "Signals",
  title: "Audience signals",
  none: "no signals asked for",
  blocks: ({ signals: { agents, candidates, choices }, currency }) => {
    if (agents.length === 0 && choices.length === 0) return [];
    const silent = agents.filter(({ result }) => result !== "answered");
    return [
      list(
        silent.map(
          ({ id, result, reason = "no reason given" }) =>
            `${id} ${result === "late" ? "was late" : "failed"}: ${reason}`,
        ),
      ),
      choicesTable(choices),
      candidatesTable(candidates, currency),
    ];
  },
};

function choicesTable(choices: readonly Choice[]): Block {
  return table<Choice>({
    caption: "Used at sellers",
    note: "Data is billed by use; its cost is kept back inside each package's amount.",
    rows: choices,
    columns: [
      header("Seller", ({ sellerId }) => sellerId),
      plain("Signal", ({ name, signalId }) => name ?? signalId ?? "none"),
      plain("Status", ({ status }) => chip(statuses[status], status)),
      words("Notes", choiceNotes),
      figure("Cost at most", ({ cost, signalId }) => signalId && formatMoney(cost)),
      words("Why", ({ reason }) => reason),
    ],
  });
}

const statuses: Readonly<Record<Choice["status"], Status>> = {
  none: "open",
  planned: "open",
  waiting: "waiting",
  live: "done",
  without: "failed",
};

function choiceNotes({ targeted, statusReason }: Choice): Cell {
  const silent = targeted.filter(({ echoed }) => echoed === false).length;
  return items(
    textsOf(
      statusReason,
      targeted.length > 0 && `In the targeting of ${targeted.map(({ lineId }) => lineId).join(", ")}.`,
      silent > 0 && `${silent} of them not repeated by the seller: it may ignore the targeting.`,
    ),
  );
}

/** Those that are used come first. */
function candidatesTable(candidates: readonly Candidate[], currency: string | undefined): Block {
  return table<Candidate>({
    caption: "Signals offered",
    fold: `${candidates.length} signals offered`,
    note: "Names are the agents' own. A price is a CPM in the brief's currency.",
    more: (rest) => `and ${rest} more`,
    rows: candidates.toSorted((a, b) => b.chosenFor.length - a.chosenFor.length),
    columns: [
      header("Signal", ({ name }) => name),
      plain("Id", ({ id }) => id),
      under("Description", ({ description }) => description, { on: ["page"] }),
      plain("Provider", ({ provider, type }) => textsOf(provider, type).join(", ")),
      figure("Coverage", ({ coverage }) => coverage !== undefined && formatPercent(coverage, 1)),
      figure("Price", ({ cpm }) =>
        cpm === undefined || currency === undefined ? "not given" : formatMinor(cpm, currency),
      ),
      figure("Sellers", ({ sellers }) => sellers.length, { on: ["terminal"] }),
      plain("Used at", ({ chosenFor }) => chosenFor.join(", ")),
    ],
  });
}
