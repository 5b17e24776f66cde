import { z } from "zod";
import { callOperation } from "../desk/operations.ts";
import { NotFound } from "../desk/usage-error.ts";
import { each, fields } from "../lib/described.ts";
import { formatMoney } from "../lib/money.ts";
import { statusLine } from "../report/today/words.ts";
import { campaign_id, foreignId, quoted, shown, type Tool, tool, waitsFor, words } from "./tool.ts";

const campaignStatus = tool({
  name: "campaign_status",
  title: "How campaigns stand",
  description: "How one campaign stands, or all of them: money, what waits for whom, alerts.",
  input: fields({ campaign_id: z.string().optional().describe("all where absent") }),
  output: fields({
    campaigns: each({
      campaign_id: z.string(),
      name: z.string(),
      begun: z.string(),
      stands: z.string().optional().describe("day, spent, pace, decisions, lines that are off"),
      untrusted_ended: z.string().optional().describe("why"),
      budget: z.string().optional(),
      committed: z.string().optional().describe("what sellers have confirmed"),
      in_doubt: z.string().optional(),
      untrusted_waits_for: words,
      untrusted_alerts: words,
    }),
    more: z.int(),
    stop_orders: words,
  }),
  run: async (desk, { campaign_id: wanted }, caller) => {
    const { campaigns, orders } = await callOperation("status", desk, {}, caller);
    const ids = campaigns.map(({ campaign }) => campaign);
    if (wanted !== undefined && !ids.includes(wanted)) throw new NotFound(wanted, ids.slice(0, shown));
    const today = await callOperation("today", desk, { campaign: wanted }, caller);
    const meant = wanted === undefined ? campaigns : campaigns.filter(({ campaign }) => campaign === wanted);
    return {
      campaigns: meant.slice(0, shown).map(({ campaign, name, begunAt, ended, waiting, alerts, ...row }) => {
        const money = row.budgetReconciliation;
        const live = today.campaigns.find((one) => one.campaign === campaign);
        return {
          campaign_id: campaign,
          name,
          begun: begunAt,
          ...(live && { stands: statusLine(live) }),
          ...(ended !== undefined && { untrusted_ended: quoted(ended) }),
          ...(money && {
            budget: formatMoney(money.budget),
            committed: formatMoney(money.committedSpend),
            in_doubt: formatMoney(money.inDoubt),
          }),
          untrusted_waits_for: waitsFor(waiting),
          untrusted_alerts: alerts.slice(-shown).map(({ at, text }) => `${at} ${quoted(text)}`),
        };
      }),
      more: Math.max(0, meant.length - shown),
      stop_orders: orders.map(({ by, at, reason }) => `${at} by ${by}: ${quoted(reason)}`),
    };
  },
});

const listInbox = tool({
  name: "list_inbox",
  title: "What waits for a person",
  description:
    "Steps and plans to decide on, with the command that the person types. You cannot decide, and nobody can through you.",
  input: fields({}),
  output: fields({
    waiting: each({
      campaign_id: z.string(),
      untrusted_step: foreignId,
      untrusted_purpose: z.string(),
      seller: z.string(),
      total: z.string(),
      asked_by: z.string(),
      untrusted_reasons: words,
      until: z.string().optional().describe("refused after it"),
      untrusted_person_types: z.string(),
    }),
    more: z.int(),
    plans: words.describe("total, command"),
  }),
  run: async (desk, _, caller) => {
    const { waiting, plans } = await callOperation("inbox", desk, {}, caller);
    return {
      plans: plans.slice(0, shown).map(({ total, command }) => `${formatMoney(total)}: ${command}`),
      waiting: waiting.slice(0, shown).map((step) => ({
        campaign_id: step.campaignId,
        untrusted_step: step.stepId,
        untrusted_purpose: quoted(step.purpose),
        seller: step.seller,
        total: formatMoney(step.planTotal),
        asked_by: step.requiredBy,
        untrusted_reasons: step.reasons.slice(0, 5).map(quoted),
        until: step.until,
        untrusted_person_types: step.commands.approve,
      })),
      more: Math.max(0, waiting.length - shown),
    };
  },
});

const explain = tool({
  name: "explain",
  title: "Why is something as it is",
  description:
    "Facts of the record that answer a question: why a product is not in the plan, who decided, what was delivered.",
  input: fields({ campaign_id, question: z.string().max(500) }),
  output: fields({
    campaign_id: z.string(),
    answers: z.enum(["yes", "in_part", "no", "unsure"]),
    facts: each({ topic: z.string(), untrusted_text: z.string() }),
  }),
  run: async (desk, { campaign_id: campaign, question }, caller) => {
    const answer = await callOperation("ask", desk, { campaign, question }, caller);
    return {
      campaign_id: answer.campaign,
      answers: answer.answers === "in-part" ? ("in_part" as const) : answer.answers,
      facts: answer.facts
        .slice(0, shown)
        .map(({ topic, text }) => ({ topic: quoted(topic), untrusted_text: quoted(text) })),
    };
  },
});

const sellerRecord = tool({
  name: "seller_record",
  title: "How sellers did here",
  description: "What this desk has seen of sellers: answers, prices, delivery.",
  input: fields({ seller: z.string().optional().describe("all where absent") }),
  output: fields({
    sellers: each({
      seller: z.string(),
      campaigns: z.int(),
      buys: z.int(),
      answered: z.string().describe("of times asked"),
      delivery: z.number().optional().describe("delivered over ordered"),
      price_drift: z.number().optional().describe("paid over ordered, less 1"),
      standing: z.number().describe("from -1 to 1, 0 is unknown"),
    }),
    more: z.int(),
  }),
  run: async (desk, { seller }, caller) => {
    const { sellers } = await callOperation("track-records", desk, { seller }, caller);
    return {
      sellers: sellers
        .slice(0, shown)
        .map(({ sellerId, campaigns, buys, answers, delivery, price, score }) => ({
          seller: sellerId,
          campaigns,
          buys,
          answered: `${answers.answered} of ${answers.contacted}`,
          delivery: delivery.average,
          price_drift: price.drift,
          standing: score,
        })),
      more: Math.max(0, sellers.length - shown),
    };
  },
});

export const recordTools: readonly Tool[] = [campaignStatus, listInbox, explain, sellerRecord];
