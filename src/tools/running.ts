import { z } from "zod";
import { callOperation } from "../desk/operations.ts";
import { UsageError } from "../desk/usage-error.ts";
import { addWorkingDays } from "../lib/days.ts";
import { each, fields } from "../lib/described.ts";
import { formatMoney } from "../lib/money.ts";
import { workingDaysBefore } from "../report/documents/creative-specs.ts";
import {
  campaign_id,
  cursor,
  day,
  foreignId,
  page,
  paged,
  pageOf,
  quoted,
  type Tool,
  tool,
  words,
} from "./tool.ts";

const listBuys = tool({
  name: "list_buys",
  title: "Running buys",
  description: "Lines as their sellers hold them now, and the changes that each takes.",
  input: fields({ campaign_id, seller: z.string().optional(), cursor }),
  output: pageOf({
    untrusted_line: foreignId,
    untrusted_media_buy: foreignId,
    seller: z.string(),
    untrusted_status: z.string().optional(),
    paused: z.boolean().optional(),
    budget: z.string().optional(),
    untrusted_end: z.string().optional().describe("the instant after it"),
    untrusted_takes: words.optional(),
    set_by: z.string().optional().describe("by a person: the desk moves none of its money"),
    untrusted_silent: z.string().optional().describe("why it is not reported"),
  }),
  asksSellers: true,
  run: async (desk, { campaign_id: campaign, seller, cursor: at }, caller) => {
    const { campaign: id, buys } = await callOperation("buys", desk, { campaign }, caller);
    const rows = buys
      .filter((buy) => seller === undefined || buy.seller === seller)
      .flatMap((buy) =>
        buy.lines.map(({ lineId, budget, paused, set }) => ({
          untrusted_line: lineId,
          untrusted_media_buy: buy.mediaBuyId,
          seller: buy.seller,
          ...(buy.status !== undefined && { untrusted_status: quoted(buy.status) }),
          paused,
          ...(budget && { budget: formatMoney(budget) }),
          ...(buy.end !== undefined && { untrusted_end: quoted(buy.end) }),
          ...(buy.validActions && { untrusted_takes: buy.validActions.map(quoted) }),
          ...(set !== undefined && { set_by: quoted(set) }),
          ...(buy.silent !== undefined && { untrusted_silent: quoted(buy.silent) }),
        })),
      );
    return { campaign_id: id, ...paged(rows, at) };
  },
});

const creatives = tool({
  name: "creatives",
  title: "Creatives by line",
  description: "Formats that each line runs, whether one is ready, when it is due, what its seller said.",
  input: fields({
    campaign_id,
    status: z.enum(["ready", "rejected", "missing"]).optional(),
    cursor,
  }),
  output: pageOf({
    untrusted_line: foreignId,
    seller: z.string(),
    untrusted_format: z.string(),
    status: z.string().describe("rejected: it breaks a rule and is not sent"),
    due: z.string().optional(),
    untrusted_creatives: words,
    untrusted_reasons: words,
  }),
  run: async (desk, { campaign_id: campaign, status, cursor: at }, caller) => {
    const { campaign: id, report } = await callOperation("report", desk, { campaign }, caller);
    const rows = report.creatives.coverage.flatMap(({ lineId, sellerId, formats }) => {
      const start =
        report.plan?.lines.find((line) => line.lineId === lineId)?.flight?.start ??
        report.brief?.flight.start;
      return formats
        .filter((format) => status === undefined || format.status === status)
        .map((format) => {
          const ids = new Set(format.creatives.map((one) => one.id));
          const sent = report.creatives.synced.filter(
            (one) => one.sellerId === sellerId && ids.has(one.creativeId),
          );
          return {
            untrusted_line: lineId,
            seller: sellerId,
            untrusted_format: quoted(format.id),
            status: format.status,
            ...(start !== undefined && { due: addWorkingDays(start, -workingDaysBefore) }),
            untrusted_creatives: format.creatives.slice(0, 3).map(({ name }) => quoted(name)),
            untrusted_reasons: sent
              .flatMap(({ reviewStatus, errors }) => [reviewStatus ?? [], errors].flat())
              .slice(0, 3)
              .map(quoted),
          };
        });
    });
    return { campaign_id: id, ...paged(rows, at) };
  },
});

const claims = tool({
  name: "claims",
  title: "What sellers owe",
  description: "Lines that bring less than was ordered, and what to ask their sellers for.",
  input: fields({ campaign_id, cursor }),
  output: pageOf({
    untrusted_line: foreignId,
    seller: z.string(),
    kind: z.string().describe("projected, final, or money that nobody ordered"),
    ordered: z.number().optional().describe("impressions, as the next two"),
    delivered: z.number().optional(),
    owed: z.number().optional(),
    amount: z.string().optional(),
    remedy: z.string().optional(),
    untrusted_letter: z.string().optional().describe("its beginning; all of it: flightdesk claims show"),
  }),
  run: async (desk, { campaign_id: campaign, cursor: at }, caller) => {
    const found = await callOperation("claims", desk, { campaign }, caller);
    const rows = [
      ...found.claims.map(({ lineId, sellerId, kind, ordered, delivered, owed, proposal, claim }) => ({
        untrusted_line: lineId,
        seller: sellerId,
        kind,
        ordered,
        delivered,
        owed,
        remedy: quoted(proposal),
        ...(claim !== undefined && { untrusted_letter: quoted(claim) }),
      })),
      ...(found.money ?? []).map(({ mediaBuyId, sellerId, amount, claim }) => ({
        untrusted_line: mediaBuyId,
        seller: sellerId,
        kind: "money that nobody ordered",
        amount: formatMoney(amount),
        untrusted_letter: quoted(claim),
      })),
    ];
    return { campaign_id: found.campaign, ...paged(rows, at) };
  },
});

const statement = tool({
  name: "statement",
  title: "A month's statement",
  description: "A month: ordered, delivered, spent, restated, and what keeps its books open.",
  input: fields({
    month: z.string().describe("as 2027-01"),
    campaign_id: z.string().optional().describe("all where absent"),
    cursor,
  }),
  output: fields({
    rows: each({
      campaign_id: z.string(),
      seller: z.string(),
      untrusted_product: z.string(),
      ordered: z.string(),
      spent: z.string().optional(),
      restated: z.string().optional(),
      impressions: z.number().optional(),
      variance: z.number().optional().describe("spend over ordered, less 1"),
      untrusted_open: words,
    }),
    totals: each({
      currency: z.string(),
      rows: z.int(),
      open: z.int(),
      ordered: z.string(),
      spent: z.string().optional(),
    }),
    ...page,
  }),
  run: async (desk, { month, campaign_id: campaign, cursor: at }, caller) => {
    const made = await callOperation("statement", desk, { month, campaign }, caller);
    const rows = made.rows.map((row) => ({
      campaign_id: row.campaign,
      seller: row.sellerId,
      untrusted_product: quoted(row.product),
      ordered: formatMoney(row.ordered.budget),
      ...(row.spend && { spent: formatMoney(row.spend) }),
      ...(row.adjustment && row.adjustment.minor !== 0 && { restated: formatMoney(row.adjustment) }),
      impressions: row.delivered,
      variance: row.variance,
      untrusted_open: row.open.slice(0, 3).map(quoted),
    }));
    const totals = made.totals.map(({ currency, rows: count, open, ordered, spend }) => ({
      currency,
      rows: count,
      open,
      ordered: formatMoney(ordered),
      ...(spend && { spent: formatMoney(spend) }),
    }));
    return { totals, ...paged(rows, at) };
  },
});

const changes = tool({
  name: "changes",
  title: "What changed, and by whom",
  description: "Orders, changes, pauses, moves and rejections, the newest first.",
  input: fields({
    campaign_id,
    since: day.optional().describe("from its beginning where absent"),
    cursor,
  }),
  output: pageOf({
    at: z.string(),
    who: z.string().describe("person, desk, vendor or governance"),
    by: z.string(),
    untrusted_product: z.string().optional(),
    untrusted_vendor: z.string().optional(),
    what: z.string(),
    untrusted_reason: z.string().optional(),
  }),
  run: async (desk, { campaign_id: campaign, since = "2000-01-01", cursor: at }, caller) => {
    const input = { campaign, since: `${since}T00:00:00Z` };
    const { campaigns } = await callOperation("today", desk, input, caller);
    const rows = (campaigns[0]?.changed ?? []).toReversed().map((row) => ({
      at: row.at,
      who: row.who,
      by: row.who === "vendor" ? "the vendor" : quoted(row.by),
      ...(row.line !== undefined && { untrusted_product: quoted(row.line) }),
      ...(row.vendor !== undefined && { untrusted_vendor: quoted(row.vendor) }),
      ...(row.who === "vendor"
        ? { what: "see reason", untrusted_reason: quoted(row.text) }
        : { what: quoted(row.text) }),
      ...(row.reason !== undefined && { untrusted_reason: quoted(row.reason) }),
    }));
    return { campaign_id: campaigns[0]?.campaign ?? campaign ?? "", ...paged(rows, at) };
  },
});

/** Characters of a section in one answer. */
const longestPart = 3_500;

const reportSection = tool({
  name: "report",
  title: "A section of the report",
  description: "One section of a campaign's report as JSON, cut into parts; without a section what there is.",
  input: fields({ campaign_id, section: z.string().optional(), cursor }),
  output: fields({
    campaign_id: z.string(),
    sections: words,
    untrusted_json: z.string().optional().describe("quotes sellers"),
    cursor: z.string().optional().describe("for the next part"),
  }),
  run: async (desk, { campaign_id: campaign, section, cursor: at }, caller) => {
    const { campaign: id, report } = await callOperation("report", desk, { campaign }, caller);
    const parts = new Map<string, unknown>(Object.entries(report));
    const sections = [...parts.keys()];
    if (section === undefined) return { campaign_id: id, sections };
    if (!parts.has(section))
      throw new UsageError(`there is no section ${section}. Known: ${sections.join(", ")}`);
    const from = Number(at ?? 0);
    const json = JSON.stringify(parts.get(section));
    const next = from + longestPart;
    return {
      campaign_id: id,
      sections,
      untrusted_json: json.slice(from, next),
      ...(next < json.length && { cursor: String(next) }),
    };
  },
});

export const runningTools: readonly Tool[] = [listBuys, creatives, claims, statement, changes, reportSection];
