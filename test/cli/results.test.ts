import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { freePort, startServe } from "../stories/serve/start-serve.ts";
import { brief } from "../stories/story.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

const token = "a-long-token-of-results";
let home: ReturnType<typeof temporaryFolder>;
let campaignId: string;

/** What this desk's ledger holds of the campaign's results. */
async function results() {
  await using app = createApp(optionsFor(home.path));
  return (await openJournal(app.ledger, campaignId)).state().results;
}

function optionsFor(path: string) {
  return { settings: { home: path }, secrets: {}, policies: [], progress: () => undefined };
}

beforeEach(async () => {
  home = temporaryFolder();
  await using app = createApp(optionsFor(home.path));
  campaignId = await app.begin(brief);
});
afterEach(() => home[Symbol.dispose]());

describe("results import of CSV", () => {
  async function imported(text: string, words: readonly string[] = []) {
    const file = join(home.path, "results.csv");
    writeFileSync(file, text);
    const ended = await flightdesk(["results", "import", file, ...words], { FLIGHTDESK_HOME: home.path });
    return { ...ended, stderr: ended.stderr.replaceAll(file, "results.csv") };
  }

  it("takes rows in whatever order their fields are, and once", async () => {
    const text =
      "\ufefftype;id;value;currency;time;lineId\r\npurchase;o-1;49.90;EUR;2026-02-02T10:00:00+01:00;s1\r\nlead;o-2;;;2026-02-03T10:00:00Z;s1\r\n";
    const words = ["--event-source", "web", "--complete-to", "2026-02-03", "--json"];
    const first = await imported(text, words);
    expect(JSON.parse(first.stdout)).toMatchObject({ imported: 2, unchanged: 0, completeTo: "2026-02-03" });
    const again = await imported(text, words);
    expect(JSON.parse(again.stdout)).toMatchObject({ imported: 0, restated: 0, unchanged: 2 });
    expect((await results())?.rows).toEqual([
      {
        id: "o-1",
        at: "2026-02-02T09:00:00.000Z",
        type: "purchase",
        value: { minor: 4990, currency: "EUR" },
        of: { lineId: "s1" },
        source: "web",
      },
      { id: "o-2", at: "2026-02-03T10:00:00.000Z", type: "lead", of: { lineId: "s1" }, source: "web" },
    ]);
  });

  it.each([
    ["id,time,type\no-1,2026-02-02T10:00:00Z,lead\no-2,soon,lead\n", /^error: results\.csv:3 time: /],
    ["id,time,type\no-1,2026-02-02T10:00:00Z\n", /results\.csv:2 it has more or fewer fields/],
    ['id,time,type\n"o-1,2026-02-02T10:00:00Z,lead\n', /results\.csv:\d this is not CSV/],
    ["id,time,type,price\n", /results\.csv:1 "price" is not a field of a result; the fields are id, time/],
    ["id,time,type,id\n", /results\.csv:1 "id" stands there twice/],
    ["id,time,type\n", /results\.csv:1 /],
    [
      'id;time;type;value;currency\no-1;2026-02-02T10:00:00Z;lead;"49,90";EUR\n',
      /results\.csv:2 value: .*number/,
    ],
    ["id,time,type\no-1,2099-02-02T10:00:00Z,lead\n", /results\[0\]\.time: is a time that is to come/],
    [
      "id,time,type\no-1,2026-02-02T10:00:00Z,lead\n\no-1,2026-02-02T10:00:00Z,lead\n",
      /results\.csv:4 id: each id may stand here once/,
    ],
  ])("refuses all of %j for one row, by its line", async (text, complaint) => {
    const { code, stderr } = await imported(text);
    expect(stderr).toMatch(complaint);
    expect(code).toBe(2);
    expect(await results()).toBeUndefined();
  });
});

describe("results posted to flightdesk serve", () => {
  it("are taken as `results import` takes them, from who brings the token", async () => {
    const port = await freePort();
    const served = startServe(["--port", String(port)], {
      FLIGHTDESK_HOME: home.path,
      FLIGHTDESK_RESULTS_TOKEN: token,
    });
    await served.says("flightdesk serve at");
    const post = (campaign: string, body: string, given = token) =>
      fetch(`http://127.0.0.1:${port}/results/${campaign}`, {
        method: "POST",
        body,
        headers: { authorization: `Bearer ${given}`, "content-type": "application/json" },
      });
    const row = { id: "o-1", time: "2026-02-02T10:00:00Z", type: "lead", lineId: "s1" };
    const file = JSON.stringify({ results: [row, { ...row, id: "o-2" }] });

    expect((await post(campaignId, file, "guessed")).status).toBe(401);
    expect((await post("desk", file)).status).toBe(404);
    const broken = await post(campaignId, "{");
    expect([broken.status, await broken.json()]).toMatchObject([422, { problems: [{ place: "the body" }] }]);
    const wrong = await post(campaignId, JSON.stringify({ results: [row, { ...row, type: "A lead" }] }));
    expect([wrong.status, await wrong.json()]).toMatchObject([
      422,
      { problems: [{ place: "results[1].type" }, { place: "results[1].id" }] },
    ]);
    const toCome = await post(campaignId, JSON.stringify({ results: [row], complete_to: "2099-01-01" }));
    expect([toCome.status, await toCome.json()]).toMatchObject([
      422,
      { problems: [{ place: "complete_to" }] },
    ]);
    expect(await results()).toBeUndefined();

    const taken = await post(campaignId, file);
    expect([taken.status, await taken.json()]).toMatchObject([
      200,
      { type: "imported", imported: 2, unplaced: [{ id: "o-1" }, { id: "o-2" }] },
    ]);
    expect(await (await post(campaignId, file)).json()).toMatchObject({ imported: 0, unchanged: 2 });
    expect((await results())?.rows.map(({ id }) => id)).toEqual(["o-1", "o-2"]);
    await served.end("SIGTERM");
    expect(served.said()).not.toContain(token);
  });
});
