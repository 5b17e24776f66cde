import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import Database from "libsql";
import { findBuy, namesOf } from "../src/campaign/account/changes/find-line.ts";
import { adminTaskId, beginAdminTask } from "../src/campaign/admin/admin-task.ts";
import { giveApproval } from "../src/campaign/approvals/approve.ts";
import { changeBuy } from "../src/campaign/change/change-buy.ts";
import { findAgent } from "../src/campaign/discover/find-agent.ts";
import { readPolicyFile } from "../src/campaign/govern/files/policy-file.ts";
import { grantMakeGood } from "../src/campaign/learn/grant-make-good.ts";
import { authoriser } from "../src/campaign/model/sellers/authorisation.ts";
import { advance } from "../src/campaign/run/advance.ts";
import { brief, openStory } from "../test/stories/story.ts";

// Writes test/fixtures/ledgers/format-<n>/: a campaign with running buys, one of them paused by a stop order, as this flightdesk
// writes it. Its sellers stand at this port, where `test/stories/former-ledgers.test.ts` puts them again.
const port = 23_917;
const folder = process.argv[2];
if (folder === undefined) throw new Error("say where to: test/fixtures/ledgers/format-<n>");

const ask = readPolicyFile(
  'version: 1\nname: Ask\nrules:\n  - id: ask\n    on: [create_media_buy]\n    when: { amount: { over: "1 EUR" } }\n    then: ask_human\n',
  "ask.yaml",
);
if (ask.type === "invalid") throw new Error(ask.problems.join("\n"));
await using story = await openStory({ sandbox: { port }, policies: [ask.policy], requestedBy: ["sam"] });
const { sandbox, app, campaignId } = story;

await story.run();
for (const { step, status } of (await story.state()).steps)
  if (status === "escalated") await giveApproval(await app.ports(campaignId), step.id, "kim");
await story.run();
sandbox.advance(1);
await story.run();
const isLate = { do: "restate", factor: 0.6, times: "always", task: "get_media_buy_delivery" } as const;
sandbox.faults.set("nordlicht", { rules: [isLate] });
sandbox.advance(24);
await story.run();

const state = await story.state();
const [short] = state.underDeliveries;
const found = findBuy(state, short?.lineId ?? "");
if (short !== undefined && found !== undefined) {
  const { lineId, sellerId, mediaBuyId, packageId, owed } = short;
  const of = { lineId, sellerId, mediaBuyId, packageId };
  const makeGood = { ...of, impressions: Math.round(owed / 2), until: brief.flight.end, by: "kim" };
  await grantMakeGood(found, { makeGood, askedBy: ["kim"], execute: true }, await app.ports(campaignId));
}
const stopped = namesOf(state).find((name) => name.startsWith("metropol"));
const line = findBuy(state, stopped ?? "");
if (line !== undefined) {
  const asked = { requested: { verb: "pause" }, askedBy: ["kim"], reason: "the client called" } as const;
  await changeBuy(line, asked, { execute: true }, await app.ports(campaignId));
}

const desk = await app.ports("admin");
const authorise = authoriser({ ...desk, countries: [], now: desk.clock.now() });
const seller = await findAgent("kiosk-exchange.example", "sync_accounts", { ...desk, authorise });
if (seller.type === "agent") {
  const account = { brand: { domain: "acme.example" }, operator: "agency.example", billing: "operator" };
  const request = { accounts: [account] };
  const task = { task: "sync_accounts", agent: seller.agent, request, purpose: "open an account" } as const;
  const own = await app.ports(adminTaskId(task));
  await beginAdminTask(task, { currency: "EUR" }, own);
  await advance(own, "end");
}
await app.stopOrders.stop(
  { type: "seller", id: "metropol-screens.example" },
  { by: "kim", reason: "brand safety" },
);
await story.run();

const whole = join(story.home, "whole.db");
const database = new Database(join(story.home, "ledger.db"));
database.exec("DELETE FROM snapshot");
database.prepare("VACUUM INTO ?").run(whole);
database.close();
mkdirSync(folder, { recursive: true });
for (const [name, file] of [
  ["ledger.db", whole],
  ["ledger.db.key", join(story.home, "ledger.db.key")],
] as const)
  writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(file), { level: 9 }));
for (const { step, status } of (await story.state()).steps) process.stdout.write(`${status} ${step.id}\n`);
