import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { openStopOrders } from "../../src/campaign/stop/stop-orders.ts";
import { openDesk } from "../../src/desk/open-desk.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { inMemory, openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { money } from "../../src/lib/money.ts";
import { systemProcesses } from "../../src/lib/processes.ts";
import { downChannels } from "../../src/notify/box.ts";
import { openChannels } from "../../src/notify/channels.ts";
import { linkFor, openLinks } from "../../src/notify/link.ts";
import { openNotifier } from "../../src/notify/notifier.ts";
import { notifySchema } from "../../src/notify/settings.ts";
import { inert } from "../../src/notify/words.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";
import { hostileTexts } from "../stories/injection/hostile-texts.ts";
import { approved, asks, begun, happen } from "./campaigns.ts";
import { environment, type Receivers, startReceivers, told, webhookSecret } from "./receivers.ts";

const hourMs = 3_600_000;
const seller = "metropol-screens.example";
const step = `buy/${seller}/EUR`;

let receivers: Receivers;
let home: ReturnType<typeof temporaryFolder>;
beforeAll(async () => {
  receivers = await startReceivers();
  home = temporaryFolder();
});
afterAll(async () => {
  await receivers[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});
beforeEach(() => {
  receivers.forget();
});

/** A desk whose people get messages, on a ledger of its own. */
function open(settings = receivers.settings, file: string = inMemory, timeZone?: string) {
  // A Monday.
  const clock = simulatedClock("2027-01-04T09:00:00Z");
  const ledger = openSqliteLedger(file, clock.now);
  const stops = openStopOrders({
    ledger,
    home: home.path,
    uuid: () => crypto.randomUUID(),
  });
  const links = openLinks(home.path);
  const log: string[] = [];
  const kept: string[] = [];
  const start = () =>
    openNotifier({
      ledger,
      clock,
      processes: systemProcesses(),
      channels: openChannels(settings, {
        environment: environment(receivers.url),
        keep: (secret) => kept.push(secret.reveal()),
        now: clock.now,
      }),
      orders: stops.orders,
      approvalWindowMs: 72 * hourMs,
      timeZone,
      linkFor: linkFor(links, () => "http://localhost:4480/console"),
      log: (line) => log.push(line),
    });
  return { clock, ledger, stops, links, log, kept, start, notifier: start() };
}

const counts = () => {
  const at = (path: string) => receivers.posts.filter((post) => post.path === path).length;
  return { slack: at("slack"), teams: at("teams"), hook: at("hook"), mails: receivers.mails.length };
};

describe("people get messages", () => {
  it("of each question once, on every channel, then of what was decided, in one thread", async () => {
    const { ledger, notifier, start, clock } = open();
    await happen(ledger, "spring", begun("Spring"), ...asks(seller));
    await notifier.round();
    await notifier.round();
    // Another process on the same ledger has nothing to add.
    await start().round();
    expect(counts()).toEqual({ slack: 1, teams: 1, hook: 1, mails: 2 });
    const [mail] = receivers.mails;
    expect(mail?.subject).toBe("To decide: a buy at metropol-screens.\u2060example, EUR 12,000.00");
    expect(mail?.text).toContain("Approvals: 0 of 1\nExpires, if nobody approves: 2027-01-07 09:00 UTC");
    await happen(ledger, "spring", ...approved(step, "kim"));
    clock.advance(hourMs);
    await notifier.round();
    await start().round();
    expect(counts()).toEqual({ slack: 2, teams: 2, hook: 2, mails: 4 });
    const after = receivers.mails.find(({ inReplyTo }) => inReplyTo === mail?.messageId);
    expect(after?.subject).toMatch(/^Approved by kim: a buy at metropol/);
  });

  it("of the same step anew where its arguments changed, and that the first question is over", async () => {
    const { ledger, notifier } = open();
    await happen(ledger, "spring", begun("Spring"), ...asks(seller));
    await notifier.round();
    const [, again] = asks(seller, { total: 13_000_00 });
    await happen(ledger, "spring", ...(again === undefined ? [] : [again]));
    await notifier.round();
    expect(told(receivers.posts, "question")).toHaveLength(2);
    expect(told(receivers.posts, "decided")).toMatchObject([{ outcome: { type: "changed" } }]);
  });

  it("of a change of a line in names, from and to, with who asked, why, and until when in the desk's time zone", async () => {
    const { ledger, start } = open(receivers.settings, inMemory, "Europe/Berlin");
    const [proposed, asked] = asks(seller, { total: 782_51 });
    if (proposed?.type !== "step-proposed" || asked === undefined) throw new Error("nothing is asked");
    const [before, after] = [money(7817_49, "EUR"), money(8600_00, "EUR")];
    const amount = money(7817_49, "EUR");
    const change = {
      requested: { verb: "increase" as const, to: after },
      subject: { mediaBuyId: "mb_1", packageId: "mb_1_p1", bought: { amount, planAmount: amount } },
      askedBy: ["sabine"],
      askedAt: "2027-01-04T09:00:00.000Z",
      reason: "the client wants more video",
      differences: [{ field: "budget" as const, packageId: "mb_1_p1", before, after }],
    };
    const line = { ...proposed.step, lineIds: [`${seller}/screens`], change };
    await happen(ledger, "spring", begun("Spring"), { ...proposed, step: line }, asked);
    await start().round();
    const [{ subject, text } = expect.unreachable("no mail came")] = receivers.mails;
    expect(subject).toMatch(
      /^To decide: .* at metropol-screens\.\u2060example, budget EUR 7,817\.49 -> EUR 8,600\.00$/,
    );
    expect(text).toContain("Campaign: Spring\nVendor: metropol-screens.\u2060example\nLine: ");
    expect(text).toContain(
      [
        "Change: budget EUR 7,817.49 -> EUR 8,600.00",
        "More money, at most: EUR 782.51",
        "Asked by: sabine",
        "Their reason: the client wants more video",
        "Why a yes is needed: metropol-screens.\u2060example is asked about",
        "Approvals: 0 of 1",
        "Expires, if nobody approves: 2027-01-07 10:00 Europe/Berlin",
      ].join("\n"),
    );
    expect(text).not.toMatch(/flightdesk inbox|mb_1/);
  });

  it("who approved the plan that a step was inside of", async () => {
    const { ledger, notifier } = open();
    await happen(ledger, "spring", begun("Spring"), ...asks(seller));
    await notifier.round();
    const terms = { plan: "0", total: 12_000_00, currency: "EUR", questions: [], packages: [] };
    const opens = [step];
    await happen(ledger, "spring", { type: "plan-approved", by: "lee", approval: "x", terms, opens });
    await notifier.round();
    // The gate has not said yet whether it is enough.
    expect(told(receivers.posts, "decided")).toEqual([]);
    const sent = { stepId: step, bytes: "{}", digest: "0", idempotencyKey: "key" };
    await happen(ledger, "spring", { type: "step-begun", ...sent });
    await notifier.round();
    expect(told(receivers.posts, "decided")).toMatchObject([{ outcome: { type: "approved", by: ["lee"] } }]);
  });

  it("a day before a question is refused, and that nobody decided", async () => {
    const { ledger, notifier, clock } = open();
    await happen(ledger, "spring", begun("Spring"), ...asks(seller));
    await notifier.round();
    clock.advance(47 * hourMs);
    await notifier.round();
    expect(told(receivers.posts, "reminder")).toEqual([]);
    clock.advance(hourMs);
    await notifier.round();
    await notifier.round();
    expect(told(receivers.posts, "reminder")).toHaveLength(1);
    const late = { stepId: step, by: "the approval window", reason: "nobody decided in time" };
    await happen(ledger, "spring", { type: "step-rejected", ...late });
    await notifier.round();
    expect(told(receivers.posts, "decided")).toMatchObject([{ outcome: { type: "overdue" } }]);
  });

  it("of a stop at once, and of its release", async () => {
    const { stops, notifier } = open();
    await stops.stop({ type: "seller", id: seller }, { by: "kim", reason: "wrong market" });
    await notifier.round();
    await notifier.round();
    await stops.lift({ type: "seller", id: seller }, "kim");
    await notifier.round();
    expect(told(receivers.posts, "stopped")).toMatchObject([{ scope: `seller ${seller}`, by: "kim" }]);
    expect(told(receivers.posts, "released")).toHaveLength(1);
  });
});

describe("a channel", () => {
  it("that is down is tried again later and later, shown in status, and delays no other", async () => {
    const file = join(home.path, "ledger.db");
    const { ledger, notifier, clock, log } = open(receivers.settings, file);
    receivers.status.set("slack", 500);
    await happen(ledger, "spring", begun("Spring"), ...asks(seller));
    await notifier.round();
    await notifier.round();
    expect(counts()).toEqual({ slack: 0, teams: 1, hook: 1, mails: 2 });
    expect(log).toEqual([
      "notify: slack did not take a message, it is sent again later: it answered HTTP 500",
    ]);
    await using desk = openDesk({ settings: { home: home.path }, secrets: {} });
    const status = () => callOperation("status", desk, {}, { kind: "library", name: "test" });
    expect((await status()).notifications).toEqual([
      { channel: "slack", unsent: 1, since: "2027-01-04T09:00:00.000Z", reason: "it answered HTTP 500" },
    ]);
    receivers.status.clear();
    clock.advance(59_000);
    await notifier.round();
    expect(counts().slack).toBe(0);
    clock.advance(1_000);
    await notifier.round();
    expect(counts().slack).toBe(1);
    expect((await status()).notifications).toBeUndefined();
    await ledger.close();
  });

  it("that was down gets nothing of what is over by then", async () => {
    const { ledger, notifier, clock } = open();
    receivers.status.set("slack", 503);
    await happen(ledger, "spring", begun("Spring"), ...asks(seller));
    await notifier.round();
    await happen(ledger, "summer", begun("Summer"), ...asks(seller));
    await notifier.round();
    await happen(ledger, "summer", ...approved(step, "kim"));
    receivers.status.clear();
    clock.advance(hourMs);
    await notifier.round();
    // Spring was tried, and may have come through: it is sent again. Summer was never tried.
    expect(counts().slack).toBe(1);
    expect(await downChannels(ledger)).toEqual([]);
  });

  it("follows no redirect, and tells no secret", async () => {
    const { ledger, notifier, log, kept } = open();
    for (const path of ["slack", "teams", "hook"]) receivers.status.set(path, 302);
    await happen(ledger, "spring", begun("Spring"), ...asks(seller));
    await notifier.round();
    expect(receivers.posts).toEqual([]);
    const written = JSON.stringify(await ledger.read("notifications")) + log.join();
    expect(kept).toHaveLength(4);
    for (const secret of kept) expect(written).not.toContain(secret);
    expect(written).not.toContain("secret-of");
  });

  it("of a receiver of one's own is signed by the Standard Webhooks", async () => {
    const { ledger, notifier } = open();
    await happen(ledger, "spring", begun("Spring"), ...asks(seller));
    await notifier.round();
    const post = receivers.posts.find(({ path }) => path === "hook");
    const body = post?.body ?? "";
    const header = (name: string) => post?.headers[name] ?? "";
    const at = new Date(Number(header("webhook-timestamp")) * 1000);
    expect(at.toISOString()).toBe("2027-01-04T09:00:00.000Z");
    expect(header("webhook-signature")).toBe(new Webhook(webhookSecret).sign(header("webhook-id"), at, body));
    expect(JSON.parse(body)).toMatchObject({ type: "flightdesk.question", data: { question: { seller } } });
  });

  it.each([
    [[{ by: "slack", url: "https://hooks.slack.example/x" }], "write env:NAME"],
    [
      [{ by: "email", server: "imap://mail.example", from: "a@b.example", to: ["c@d.example"] }],
      "smtps://host",
    ],
    [[{ by: "teams", url: "env:T", digest: "at eight" }], '"at eight" is neither'],
    [
      [
        { by: "slack", url: "env:A" },
        { by: "slack", url: "env:B" },
      ],
      '"slack" is the name of another entry',
    ],
  ])("is refused in the settings where it is wrong: %j", (written, words) => {
    expect(JSON.stringify(notifySchema.safeParse(written).error?.issues)).toContain(
      JSON.stringify(words).slice(1, -1),
    );
  });

  it("names the variable that its secret is not in", () => {
    const ports = { environment: {}, keep: () => undefined, now: () => 0 };
    expect(() => openChannels(receivers.settings, ports)).toThrow(
      "notify: email: the environment variable MAIL is not set",
    );
  });
});

/** Everything that a program could make a link, a mention or markup of. */
const linked = /https?:\S|www\.\S|\w:\S|\/\/|[\p{L}\d][.。．｡][\p{L}]|@\S|<\S|\]\S/iu;
const hostile = [
  "https://evil.example/x",
  "www.evil.com and evil。com",
  "mailto:a@evil.com <!channel> <@U123> @here",
  "<https://evil.com|Approve> [Approve](https://evil.com)",
  '"><a href="javascript:alert(1)">Approve</a>',
];

it("makes no link, mention or markup of any name that others have chosen", () => {
  const texts = [...hostileTexts().map(({ text }) => text), ...hostile];
  expect(texts.length).toBeGreaterThan(97);
  for (const text of texts) expect(inert(text)).not.toMatch(linked);
  // What a person reads has no space that nobody wrote.
  for (const name of [
    "SANDBOX: lindenhof-naturkost.example",
    "E-bike push DE/AT",
    "Mein Kauf bei a.example, DE/AT",
  ])
    expect(inert(name).replaceAll("\u2060", "")).toBe(name);
});

it("sends one link in each message, its own, and all else as plain text", async () => {
  const { ledger, notifier } = open();
  const events = hostile.flatMap((text, i) => asks(text, { stepId: `buy/${i}` }));
  await happen(ledger, "spring", begun(hostile.join(" ")), ...events);
  await notifier.round();
  expect(counts()).toEqual({ slack: 5, teams: 5, hook: 5, mails: 10 });
  const ours = /http:\/\/localhost:4480\/console\/shown\?t=[\w.-]+/g;
  for (const { text = "", html = "", subject = "" } of receivers.mails) {
    expect(text.match(ours)).toHaveLength(1);
    expect(subject).not.toMatch(linked);
    // Behind our own names of figures stands a colon and a space.
    expect(text.replace(ours, "")).not.toMatch(/https?:\S|\/\/|[\p{L}\d][.。．｡][\p{L}]|@\S/iu);
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html.match(/<(?!\/?(?:html|meta|title|h1|ul|li|p|a|!doctype)\b)/gi)).toBeNull();
  }
  const cards = z.object({
    attachments: z.tuple([
      z.object({
        content: z.object({
          body: z.array(
            z.strictObject({
              type: z.literal("RichTextBlock"),
              inlines: z.tuple([z.looseObject({ type: z.literal("TextRun"), text: z.string() })]),
            }),
          ),
          actions: z.tuple([z.object({ type: z.literal("Action.OpenUrl"), url: z.string().regex(ours) })]),
        }),
      }),
    ]),
  });
  const plain = z.object({
    type: z.enum(["header", "section"]),
    text: z.strictObject({ type: z.literal("plain_text"), text: z.string(), emoji: z.literal(false) }),
  });
  const link = z.object({
    type: z.literal("section"),
    text: z.strictObject({
      type: z.literal("mrkdwn"),
      text: z.string().regex(/^<http:\/\/localhost:4480\/console\/shown\?t=[\w.-]+\|Open this step>$/),
      verbatim: z.literal(true),
    }),
  });
  const slack = z.object({
    text: z.string().refine((text) => !linked.test(text)),
    unfurl_links: z.literal(false),
    blocks: z.tuple([plain, plain, link]),
  });
  for (const { path, body } of receivers.posts) {
    if (path === "slack") slack.parse(JSON.parse(body));
    if (path === "teams") cards.parse(JSON.parse(body));
  }
});
