import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { CampaignEvent } from "../../src/campaign/model/state/events.ts";
import { inMemory, openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { money } from "../../src/lib/money.ts";
import { systemProcesses } from "../../src/lib/processes.ts";
import { openChannels } from "../../src/notify/channels.ts";
import { openNotifier } from "../../src/notify/notifier.ts";
import { boughtEvents, type Line, lineIdOf, reported } from "../campaign/bought-campaign.ts";
import { hostileTexts } from "../stories/injection/hostile-texts.ts";
import { asks, begun, happen } from "./campaigns.ts";
import { environment, type Receivers, startReceivers, told } from "./receivers.ts";

const hourMs = 3_600_000;
const flight = { start: "2027-01-04", end: "2027-02-28" };

let receivers: Receivers;
beforeAll(async () => {
  receivers = await startReceivers();
});
afterAll(() => receivers[Symbol.asyncDispose]());
beforeEach(() => receivers.forget());

/** A desk in Berlin on a Sunday evening, what it bought a week before; nobody has made a setting but the time zone. */
async function open(bought: readonly CampaignEvent[] = []) {
  const clock = simulatedClock("2027-01-03T19:00:00Z");
  const ledger = openSqliteLedger(inMemory, clock.now);
  if (bought.length > 0) await happen(ledger, "spring", ...bought);
  clock.advance(7 * 24 * hourMs);
  const settings = receivers.settings.map((entry) =>
    entry.by === "teams" ? { ...entry, about: ["alerts" as const] } : entry,
  );
  const start = () =>
    openNotifier({
      ledger,
      clock,
      processes: systemProcesses(),
      channels: openChannels(settings, {
        environment: environment(receivers.url),
        keep: () => undefined,
        now: clock.now,
        timeZone: "Europe/Berlin",
      }),
      orders: () => Promise.resolve([]),
      approvalWindowMs: 72 * hourMs,
      timeZone: "Europe/Berlin",
      linkFor: () => Promise.resolve({ text: "Open the console", url: "https://desk.example/console" }),
      log: (line) => expect.unreachable(line),
    });
  return { clock, ledger, start };
}

const counts = () => {
  const at = (path: string) => receivers.posts.filter((post) => post.path === path).length;
  return { slack: at("slack"), teams: at("teams"), hook: at("hook"), mails: receivers.mails.length };
};

const screens: Line = { sellerId: "metropol.example", product: "City lights", budgetMinor: 56_000_00 };
const spots: Line = { product: "Prime-time CTV", budgetMinor: 28_000_00 };

function days(line: Line, spendMinor: number, count: number): CampaignEvent {
  return reported(line, { days: count, impressions: 100, spendMinor, start: flight.start });
}

const spring = [
  ...boughtEvents([screens, spots], { name: "Spring", flight, budget: money(84_000_00, "EUR") }),
];

it("comes on working days at 08:00 of the desk's time zone, once on each channel, whoever sends it and however often it starts", async () => {
  const { clock, ledger, start } = await open(spring);
  await start().round();
  await happen(ledger, "spring", days(screens, 1000_00, 6), days(spots, 300_00, 6));
  const sent: string[] = [];
  for (let hour = 0; hour < 7 * 24; hour++) {
    clock.advance(hourMs);
    const before = counts().hook;
    // Two workers at once, each started anew.
    await Promise.all([start().round(), start().round()]);
    if (counts().hook > before) sent.push(new Date(clock.now()).toISOString());
  }
  expect(sent).toEqual(
    ["2027-01-11", "2027-01-12", "2027-01-13", "2027-01-14", "2027-01-15"].map(
      (day) => `${day}T08:00:00.000Z`,
    ),
  );
  expect(counts()).toEqual({ slack: 5, teams: 5, hook: 5, mails: 10 });
});

it("says how each campaign stands in names and figures, as text, HTML, card and one block", async () => {
  const { clock, ledger, start } = await open(spring);
  await start().round();
  await happen(ledger, "spring", days(screens, 1000_00, 7), days(spots, 300_00, 7));
  await happen(ledger, "autumn", begun("Autumn"), ...asks("metropol.example"));
  clock.advance(24 * hourMs);
  await start().round();
  const mail = receivers.mails.find(({ subject }) => subject?.includes("campaigns"));
  expect(mail?.subject).toBe("2 campaigns: 1 decision, 1 line behind (Mon 11 Jan)");
  const expected = [
    "Autumn · begins 1 Feb · nothing booked",
    "DECIDE   metropol.\u2060example: Buy, EUR 12,000 at most. Expires Wed 13 Jan, 20:00 -> approve or reject",
    "Spring · day 7 of 56 · EUR 9,100 of 84,000 spent · pace 87 % · EUR 1,529 a day needed, 1,300 yesterday · figures to 10 Jan, all 2 vendors",
    "BEHIND   Prime-time CTV, harbour.\u2060example: EUR 2,100 of 3,500 due (60 %). At the last week's EUR 300 a day EUR 11,200 stay unspent on 28 Feb -> ask the vendor, or move what it will not spend",
    "ON PACE  City lights 100 %",
    "https://desk.example/console",
  ];
  for (const line of expected) expect(mail?.text).toContain(line);
  expect(mail?.html).toMatch(/<table[^>]*>.*Prime-time CTV, harbour/s);
  expect(mail?.html?.match(/<a |<button|<form/g)).toEqual(["<a "]);
  const slack = receivers.posts.filter(({ path }) => path === "slack").at(-1);
  const { blocks } = JSON.parse(slack?.body ?? "");
  expect(blocks[1].text.text).toContain("BEHIND Prime-time CTV");
  const [card] = receivers.posts.filter(({ path }) => path === "teams");
  expect(card?.body).toContain("BEHIND Prime-time CTV");
  expect(card?.body).not.toMatch(/Action\.(?:Submit|Execute)/);
  expect(told(receivers.posts, "digest")).toMatchObject([
    { today: { today: "2027-01-11", campaigns: [{ name: "Autumn" }, { name: "Spring", day: 7, days: 56 }] } },
  ]);
});

it("goes out without figures that are missing, and says of which lines", async () => {
  const { clock, ledger, start } = await open(spring);
  await start().round();
  await happen(ledger, "spring", days(screens, 1000_00, 7), days(spots, 500_00, 4));
  clock.advance(13 * hourMs);
  await start().round();
  await start().round();
  expect(receivers.mails.map(({ subject }) => subject)).toEqual([
    "Spring: 1 line without figures (Mon 11 Jan)",
    "Spring: 1 line without figures (Mon 11 Jan)",
  ]);
  expect(receivers.mails[0]?.text).toMatch(
    /MISSING +Prime-time CTV, harbour.\u2060example: no figures of 3 days, last 7 Jan\. EUR [\d,]+ at risk -> ask the vendor for its report/,
  );
});

it("comes once a week where nothing is live", async () => {
  const { clock, start } = await open();
  await start().round();
  for (let day = 0; day < 15; day++) {
    clock.advance(24 * hourMs);
    await start().round();
  }
  expect(receivers.mails.map(({ subject }) => subject).filter((_, i) => i % 2 === 0)).toEqual([
    "Nothing is live (Mon 11 Jan)",
    "Nothing is live (Mon 18 Jan)",
    "Nothing is live (Mon 25 Jan)",
  ]);
});

it("says of each alert line, figure and what to do, and of each once", async () => {
  const { clock, ledger, start } = await open(spring);
  await start().round();
  await happen(ledger, "spring", days(screens, 1000_00, 7), days(spots, 500_00, 7));
  const text = "EUR 900.00 on 2027-01-10, where EUR 500.00 is usual";
  const alert = { kind: "spend anomaly" as const, lineId: lineIdOf(spots), rung: "1", text };
  await happen(ledger, "spring", { type: "alert-raised", alert });
  clock.advance(13 * hourMs);
  await start().round();
  expect(receivers.mails[0]?.text).toContain(
    `ALERT    Prime-time CTV, harbour.\u2060example: ${text}; EUR 3,500 of 3,500 due (100 %)`,
  );
  clock.advance(24 * hourMs);
  await start().round();
  expect(receivers.mails).toHaveLength(4);
  expect(receivers.mails[3]?.text).not.toContain("ALERT");
});

it("makes no link, mention or markup of a name, cuts it at 60 characters, and keeps Slack's block below 3,000", async () => {
  const names = [...new Set(hostileTexts().map(({ text }) => text))].slice(0, 60);
  const lines = names.map(
    (product, i): Line => ({ sellerId: `seller-${i}.example`, product, budgetMinor: 56_000_00 }),
  );
  const events = boughtEvents(lines, { name: names.join(" "), flight, budget: money(56_000_00 * 60, "EUR") });
  const { clock, ledger, start } = await open(events);
  await start().round();
  await happen(ledger, "spring", ...lines.map((line) => days(line, 300_00, 7)));
  clock.advance(13 * hourMs);
  await start().round();
  const [mail] = receivers.mails;
  expect(mail?.text).toContain("MORE     50 rows");
  const ours = "https://desk.example/console";
  expect(mail?.text?.replace(ours, "")).not.toMatch(/https?:\S|\/\/|[\p{L}\d][.。．｡][\p{L}]|@\S/iu);
  expect(mail?.html?.match(/<a /g)).toHaveLength(1);
  for (const line of (mail?.text ?? "").split("\n").filter((one) => one.startsWith("BEHIND")))
    expect(line.split(", seller-")[0]?.replaceAll("\u2009", "").length).toBeLessThanOrEqual(9 + 60);
  const [slack] = receivers.posts.filter(({ path }) => path === "slack");
  const { blocks, text } = JSON.parse(slack?.body ?? "");
  expect(blocks[1].text.text.length).toBeLessThan(3000);
  expect(blocks[1].text.type).toBe("plain_text");
  expect(text).not.toMatch(/<|https?:\S/);
});

it("is for channels that want alerts alone", async () => {
  const { clock, ledger } = await open(spring);
  const [entry] = receivers.settings;
  if (entry === undefined) throw new Error("there is a channel");
  const channels = openChannels([{ ...entry, about: ["decisions"] }], {
    environment: environment(receivers.url),
    keep: () => undefined,
    now: clock.now,
  });
  const only = openNotifier({
    ledger,
    clock,
    processes: systemProcesses(),
    channels,
    orders: () => Promise.resolve([]),
    approvalWindowMs: hourMs,
    linkFor: () => Promise.resolve(undefined),
    log: (line) => expect.unreachable(line),
  });
  await only.round();
  await happen(ledger, "spring", days(screens, 1000_00, 7));
  clock.advance(48 * hourMs);
  await only.round();
  expect(receivers.mails).toEqual([]);
});
