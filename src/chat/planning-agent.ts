import { z } from "zod";
import type { Caller } from "../desk/caller.ts";
import type { Desk } from "../desk/desk.ts";
import { callOperation } from "../desk/operations.ts";
import type { CampaignOutput } from "../desk/outputs/campaign-output.ts";
import { formatMoney } from "../lib/money.ts";
import { refineOffers } from "../tools/refining.ts";
import { askDesk, tools } from "../tools/tools.ts";
import type { Conversation } from "./chat.ts";
import { markFigures } from "./figures.ts";

const prompt = "plan-agent.v1";
/** What it works with: nothing that proposes. */
const offered = new Set(["what_if", "explain", "seller_record", refineOffers.name]);
const refined = z.looseObject({ campaign_id: z.string() });

/**
 * Plans a brief, lets a model improve the plan with the sellers and say why, and keeps the better plan by the brief's goal: that
 * is code's to say. Where the model gives no answer the solver's own plan stands, with the reason.
 */
export async function planWithAgent(
  brief: { readonly name: string; readonly text: string },
  options: {
    readonly desk: Desk;
    readonly caller: Caller;
    readonly onCall?: (tool: string) => void;
    /** The conversation so far, so that it can be continued. */
    readonly keep?: (conversation: Pick<Conversation, "campaigns" | "messages">) => void;
  },
): Promise<CampaignOutput> {
  const { desk, caller, onCall, keep } = options;
  const first = await callOperation("plan", desk, { brief }, caller);
  const asAgent: Caller = { kind: "chat", name: desk.settings.model_name ?? "a model", person: caller.name };
  const answers = askDesk(desk, { caller: asAgent, only: tools.filter(({ name }) => offered.has(name)) });
  const attempts = new Map<string, CampaignOutput>();
  const reply = await desk.model().converse(
    {
      prompt,
      values: { today: desk.today },
      tools: answers.map((tool) => ({
        ...tool,
        run: async (written) => {
          const result = await tool.run(written);
          const id = refined.safeParse(result).data?.campaign_id;
          if (tool.name === refineOffers.name && id !== undefined) {
            const { brief: _, ...made } = await callOperation("report", desk, { campaign: id }, caller);
            attempts.set(id, { command: "plan", executed: false, waiting: [], ...made });
          }
          return result;
        },
      })),
      messages: [],
      said: [
        `The plan is ${first.campaign}: ${first.report.headline.verdict}`,
        `Its lines: ${JSON.stringify(linesOf(first))}`,
        `The brief:\n${brief.text}`,
      ].join("\n\n"),
    },
    onCall && { onCall },
  );
  if (reply.type === "unavailable")
    return { ...first, explanation: { sentences: [], by: "rules", note: reply.reason } };
  keep?.({ campaigns: [first.campaign, ...attempts.keys()], messages: [...reply.messages] });
  const best = [...attempts.values()].reduce((one, other) => (isBetter(other, one) ? other : one), first);
  const result = reply.called.map(({ output }) => JSON.stringify(output));
  const { text } = markFigures(reply.text, {
    shown: result,
    userTexts: [JSON.stringify(linesOf(first)), brief.text],
  });
  const last = [...attempts.keys()].at(-1);
  return {
    ...best,
    explanation: {
      sentences: text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
      by: reply.by,
      ...(last !== undefined &&
        last !== best.campaign && {
          note:
            best === first
              ? "what sellers answered makes no better plan: this is the one from before they were asked"
              : "what sellers answered last makes no better plan: this is the one from before that",
        }),
    },
  };
}

function linesOf({ report: { plan } }: CampaignOutput) {
  return (plan?.lines ?? []).map(({ lineId, amount, share, expectedImpressions }) => ({
    untrusted_line: lineId,
    amount: formatMoney(amount),
    share,
    impressions: expectedImpressions,
  }));
}

/** By what the brief is for; a plan that is counted in something else is no better. */
function isBetter(
  { report: { answer: one } }: CampaignOutput,
  { report: { answer: other } }: CampaignOutput,
) {
  if (one?.planned === undefined || one.planned.metric !== other?.planned?.metric) return false;
  return one.planned.expected.mid > other.planned.expected.mid;
}
