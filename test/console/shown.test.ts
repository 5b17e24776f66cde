import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inboxPage } from "../../src/console/pages/inbox.ts";
import { english } from "../../src/console/words/english.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { formatMoney } from "../../src/lib/money.ts";
import { systemProcesses } from "../../src/lib/processes.ts";
import { scheduleOf } from "../../src/lib/schedule.ts";
import { linkFor } from "../../src/notify/link.ts";
import { openNotifier } from "../../src/notify/notifier.ts";
import type { Message } from "../../src/notify/words.ts";

import { times } from "../depth.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";

const caller = { kind: "library", name: "test" } as const;
const dayMs = 24 * 3_600_000;

let open: OpenConsole;
const messages: Message[] = [];
let tell: () => Promise<void>;
beforeAll(async () => {
  open = await openConsole();
  const { desk, clock, shown, url } = open;
  await callOperation(
    "run",
    desk,
    {
      brief: { name: "brief.yaml", text: readFileSync("examples/brief-to-campaign/brief.yaml", "utf8") },
      execute: true,
      confirmed: true,
    },
    caller,
  );
  tell = openNotifier({
    ledger: desk.app.ledger,
    clock,
    processes: systemProcesses(),
    channels: [
      {
        id: "kim",
        to: "kim@agency.example",
        about: ["decisions"],
        digest: scheduleOf("1 day"),
        send: async (message) => void messages.push(message),
      },
    ],
    orders: desk.app.stopOrders.orders,
    approvalWindowMs: 7 * dayMs,
    linkFor: linkFor(shown, () => `${url}/console`),
    log: (line) => expect.unreachable(line),
  }).round;
  await tell();
});
afterAll(() => open[Symbol.asyncDispose]());

const entries = async () => {
  const { desk } = open;
  const all = await desk.app.ledger.campaigns();
  return (await Promise.all(all.map((id) => desk.app.ledger.read(id)))).flat().length;
};
const look = (url: string) => fetch(url, { redirect: "manual" });

it("shows the one step that was asked about, without a login, and decides nothing", async () => {
  const { waiting } = await callOperation("inbox", open.desk, {}, caller);
  expect(messages.map(({ data }) => data.kind)).toEqual(waiting.map(() => "question"));
  expect(waiting.length).toBeGreaterThan(0);
  const before = await entries();
  for (const [i, { link }] of messages.entries()) {
    const page = await (await look(link?.url ?? "")).text();
    expect(page).toContain("This was sent to kim@agency.example.");
    expect(page).toContain(waiting[i]?.seller);
    expect(page).not.toMatch(/<form|<button/);
    for (let opened = 0; opened < times(10, 100); opened++)
      expect((await look(link?.url ?? "")).status).toBe(200);
    // It opens no other page, and no other step.
    expect((await look(`${open.url}/console/inbox?t=${link?.url.split("t=")[1]}`)).status).toBe(303);
    expect((await fetch(link?.url ?? "", { method: "POST" })).status).toBe(403);
  }
  expect(await entries()).toBe(before);
  expect((await callOperation("inbox", open.desk, {}, caller)).waiting).toHaveLength(waiting.length);
});

it("shows a plan that waits as a whole by its lines, in a message, behind its link and in the inbox", async () => {
  const { desk } = open;
  const text = readFileSync("examples/brief-to-campaign/brief.yaml", "utf8")
    .replace("late winter", "a domain with a slip")
    .replace("excluded_sellers: [", "excluded_sellers: [stottr-media.example, ");
  const input = { brief: { name: "brief.yaml", text }, execute: true, confirmed: true };
  const { campaign } = await callOperation("run", desk, input, caller);
  await tell();
  const message = messages.find(
    ({ data }) => data.kind === "question" && data.question.campaignId === campaign,
  );
  const { report } = await callOperation("report", desk, { campaign }, caller);
  const { lines = [], total } = report.plan ?? {};
  if (message?.data.kind !== "question" || total === undefined) return expect.unreachable("nobody was asked");
  expect(message.data.question.lines).toHaveLength(lines.length);
  expect(message.facts.map(([name]) => name)).not.toContain("Vendor");
  const page = plain(await (await look(message.link?.url ?? "")).text());
  expect(page).not.toMatch(/governance agent the plan|<dd>governance</i);
  for (const { product, sellerId, amount } of lines)
    for (const part of [product, sellerId, formatMoney(amount)]) expect(page).toContain(part);
  expect(page).toContain(formatMoney(total));
  expect(page).toContain(english.day("2027-01-18"));
  const { waiting, plans } = await callOperation("inbox", desk, { campaign }, caller);
  const view = { words: english, formToken: () => "", may: () => true };
  const inbox = await inboxPage({ command: "inbox", waiting, plans }, view);
  expect(plans).toHaveLength(1);
  expect(inbox).not.toContain("<table");
  expect(inbox).toContain(english.terms.until);
  const { campaigns } = await callOperation("today", desk, { campaign }, caller);
  expect(campaigns[0]?.decide[0]?.text).toMatch(/^The whole plan, EUR [\d,]+ at most$/);
});

it("shows nothing where it is over, was changed, or is about something else by now", async () => {
  const { url, clock, shown, desk } = open;
  const [{ data, link } = expect.unreachable("nothing was told")] = messages;
  if (data.kind !== "question") return expect.unreachable(data.kind);
  const { campaignId: campaign, stepId: step, digest } = data.question;
  const times = { issued: clock.now(), expires: clock.now() + dayMs };
  const page = async (token: string) => {
    const answer = await look(`${url}/console/shown?t=${token}`);
    return `${answer.status} ${await answer.text()}`;
  };
  const token = link?.url.split("t=")[1] ?? "";
  const other = await shown.sign({ campaign, step, digest: "0", to: "kim" }, "1", times);
  expect(await page(other)).toMatch(/^409[\s\S]*has changed/);
  const unsigned = `${Buffer.from('{"alg":"none","typ":"flightdesk-link+jws"}').toString("base64url")}.${token.split(".")[1]}.`;
  const [head = "", , seal = ""] = token.split(".");
  const forged = [
    head,
    Buffer.from(JSON.stringify({ campaign, step, digest, sub: "x", exp: 9e9 })).toString("base64url"),
    seal,
  ];
  for (const wrong of ["", "x", unsigned, forged.join("."), `${token}x`])
    expect(await page(wrong)).toMatch(/^404/);
  await callOperation("reject", desk, { campaign, step, reason: "too dear" }, { ...caller, person: "lee" });
  expect(await page(token)).toMatch(/^404[\s\S]*no longer waiting/);
  await tell();
  expect(messages.at(-1)?.title).toMatch(/^Refused by lee: a buy at /);
  // No later than the question is refused.
  clock.advance(Date.parse(data.question.until ?? "") - clock.now());
  expect(await page(token)).toMatch(/^404[\s\S]*link has expired/);
});

function plain(html: string): string {
  return html
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll("\u00a0", " ");
}
