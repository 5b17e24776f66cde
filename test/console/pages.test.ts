import { expect, it } from "vitest";
import { auditPage } from "../../src/console/pages/audit.ts";
import { briefPage } from "../../src/console/pages/brief.ts";
import { campaignPage, comparePage } from "../../src/console/pages/campaign.ts";
import { campaignsPage } from "../../src/console/pages/campaigns.ts";
import { decisionPage, inboxPage } from "../../src/console/pages/inbox.ts";
import { shownPage } from "../../src/console/pages/shown.ts";
import { stopPage } from "../../src/console/pages/stop.ts";
import { workPage } from "../../src/console/pages/work.ts";
import type { View } from "../../src/console/shell.ts";
import { english } from "../../src/console/words.ts";
import type { AnswerOf } from "../../src/desk/operations.ts";
import { makeReport } from "../../src/report/report.ts";
import { hostileCampaign } from "../report/hostile-campaign.ts";
import { richCampaign } from "../report/rich-campaign.ts";
import { hostileTexts } from "../stories/injection/hostile-texts.ts";

const view: View = { words: english, person: "kim", formToken: () => "token" };
const texts = hostileTexts().map(({ text }) => text);
const all = texts.join(" ");
const eur = (minor: number) => ({ minor, currency: "EUR" });

const order = {
  scope: { type: "seller", id: all },
  by: all,
  reason: all,
  at: "2027-01-04T08:00:00Z",
} as const;
const buy = { campaignId: all, sellerId: all, mediaBuyId: all, stepId: all, reason: all };
const status: AnswerOf<"status"> = {
  command: "status",
  orders: [
    { ...order, notStopped: [{ ...buy, stopped: false }], objections: [{ ...buy, verdict: "denied" }] },
  ],
  campaigns: texts.map((text) => ({
    campaign: text,
    name: text,
    begunAt: "2027-01-04T08:00:00Z",
    steps: {},
    waiting: [{ type: "seller", stepId: text, reason: text }],
    undelivered: [],
    alerts: [{ at: "2027-01-04T08:00:00Z", lineId: text, text }],
    pacing: [{ budget: eur(100), planned: eur(50), spent: eur(40) }],
    orphans: [],
  })),
};
const waiting: AnswerOf<"inbox">["waiting"][number] = {
  campaignId: all,
  campaignName: all,
  requestedBy: texts,
  stepId: all,
  task: "create_media_buy",
  seller: all,
  purpose: all,
  askedBy: "preflight",
  reasons: texts,
  total: eur(100),
  planTotal: eur(100),
  digest: "0",
  arguments: texts.map((text) => ({ field: text, value: text })),
  changes: texts.map((text) => ({ field: text, before: text, after: text })),
  buyChanges: [{ field: all, before: all, after: all }],
  asHeld: [{ field: all, before: all, after: all }],
  approvals: { needed: 2, by: texts, problems: texts },
  typeTotal: true,
  commands: { approve: all, reject: all },
};
const place = { text: all, start: 0, end: 1 };

it("shows what sellers and briefs say as text: it runs nothing, leads nowhere and hides nothing", async () => {
  const report = makeReport(hostileCampaign());
  const replay: AnswerOf<"replay"> = {
    command: "audit replay",
    sound: false,
    campaignId: all,
    broken: [{ sequence: 1, key: all }],
    decisions: [{ sequence: 1, about: all, same: false, difference: all }],
  };
  const sound = { command: "audit verify" as const, campaigns: 1, faults: [] };
  const broken = { ...sound, faults: [{ campaignId: all, sequence: 1, reason: all }] };
  const pages = [
    await campaignsPage(status, view),
    await campaignPage(
      { campaign: all, waiting: [{ type: "person", stepId: all, reason: all }], report },
      view,
    ),
    await comparePage({ campaign: all, report }, view),
    await inboxPage({ command: "inbox", waiting: [waiting] }, view),
    await decisionPage(waiting, report, view),
    shownPage(waiting, all, view),
    await auditPage(sound, status, { report, replay }, view),
    await auditPage(broken, status, undefined, view),
    stopPage(status, texts, view),
    await briefPage(
      {
        document: all,
        checked: {
          problems: [{ file: all, line: 1, column: 1, field: all, message: all }],
          questions: [{ field: all, text: all }],
          feasibility: [],
        },
        open: [
          { id: all, questions: texts, current: all, choices: texts, several: false, suggestions: texts },
        ],
        refused: { [all]: all },
        drafted: {
          brief: all,
          questions: [],
          values: [{ field: all, value: { [all]: all }, ...place }],
          untaken: [{ ...place, why: "order" }],
          language: all,
        },
      },
      view,
    ),
    workPage({ id: "1", title: all, lines: texts, state: { type: "failed", reason: all } }, view),
  ];
  for (const page of pages) {
    expect(page).not.toMatch(/[^\P{C}\n]|\p{Default_Ignorable_Code_Point}/u);
    const tags = page.match(/<[^>]*>/g) ?? [];
    const names = tags.map((tag) => tag.replaceAll(/"[^"]*"/g, ""));
    expect(names.filter((tag) => /\s(?:on\w+|style|srcdoc)\s*=/i.test(tag))).toEqual([]);
    expect(tags.filter((tag) => tag.startsWith("<script"))).toEqual([
      '<script src="/console/tables.js" defer>',
    ]);
    const leads = tags.flatMap((tag) => / (?:href|action|src)="([^"]*)"/.exec(tag)?.[1] ?? []);
    expect(leads.filter((lead) => !/^(?:\/console(?:[/?]|$)|#main$|data:,$)/.test(lead))).toEqual([]);
    expect(page).toContain("alert(1)");
  }
});

it("draws what was delivered beside the plan, and tells it in words", async () => {
  const state = richCampaign();
  const shown = await campaignPage({ campaign: state.id, waiting: [], report: makeReport(state) }, view);
  expect(shown).toMatch(/<svg[^>]* role="img" aria-label="[\d.]+ [Mk] delivered by 2027-/);
  expect(shown).toContain("It waits for nothing.");
});
