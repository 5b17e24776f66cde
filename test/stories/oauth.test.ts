import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { giveApproval as approve } from "../../src/campaign/approvals/approve.ts";
import { logIn } from "../../src/protocol/oauth/log-in.ts";
import { makeReport } from "../../src/report/report.ts";
import { consent } from "../protocol/oauth/browser.ts";
import { openStory, type Story } from "./story.ts";

const seller = "nordlicht.example";
const sandboxed = { sandbox: { oauth: ["nordlicht"] } };
const addressOf = ({ sandbox }: Story) => `${sandbox.url}/sellers/nordlicht/mcp`;
const callsOf = ({ sandbox }: Story) => sandbox.calls.filter(({ agentId }) => agentId === seller);
const buysOf = async (story: Story) =>
  (await story.state()).steps.filter(
    ({ step }) => step.agentId === seller && step.task === "create_media_buy",
  );

function logInAt(story: Story) {
  return logIn(
    { agentUrl: addressOf(story), seller },
    {
      ...story.app.oauth,
      now: Date.now,
      confirmIssuer: () => Promise.resolve(true),
      show: (address) => void consent(address),
      signal: AbortSignal.timeout(10_000),
    },
  );
}

it("buys at a seller that somebody is logged in at, and writes no token into the ledger", async () => {
  await using story = await openStory(sandboxed);
  const { session } = await logInAt(story);
  await story.run("plan");
  // A day later the first token is long over.
  story.sandbox.advance(1);
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  expect((await buysOf(story)).map(({ status }) => status)).toEqual(["done"]);
  const now = (await story.app.oauth.book.read(addressOf(story)))?.session;
  const ledger = readdirSync(story.home).filter((name) => name.startsWith("ledger.db"));
  const written = ledger.map((name) => readFileSync(join(story.home, name), "latin1")).join();
  for (const token of [session?.accessToken, session?.refreshToken, now?.accessToken, now?.refreshToken]) {
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(written).not.toContain(token);
  }
  expect(now?.refreshToken).not.toBe(session?.refreshToken);
});

it("names the command where nobody is logged in, and spends nothing there", async () => {
  await using story = await openStory(sandboxed);
  await story.run();
  const told = makeReport(await story.state()).sellers.find(({ id }) => id === seller);
  expect(JSON.stringify(told)).toContain(`flightdesk login ${addressOf(story)}`);
  expect(callsOf(story)).toEqual([]);
  expect(await buysOf(story)).toEqual([]);
});

it("stops and names the command where the login was revoked after the plan, and buys once after the next", async () => {
  await using story = await openStory(sandboxed);
  await logInAt(story);
  await story.run("plan");
  story.sandbox.authorizationServer?.revokeAll();
  const { length: seen } = callsOf(story);
  await story.run();
  await story.run();
  expect(callsOf(story)).toHaveLength(seen);
  const stopped = (await story.state()).steps.filter(({ step }) => step.agentId === seller);
  expect(stopped.map(({ reason }) => reason)).toEqual([
    expect.stringContaining(`flightdesk login ${seller}`),
  ]);
  expect(stopped.filter(({ status }) => status === "done")).toEqual([]);

  await logInAt(story);
  for (const { step } of stopped) await approve(await story.app.ports(story.campaignId), step.id, "kim");
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  expect((await buysOf(story)).map(({ status }) => status)).toEqual(["done"]);
  expect(callsOf(story).filter(({ task }) => task === "create_media_buy")).toHaveLength(1);
});
