import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { money } from "../../src/lib/money.ts";
import { type Wire, wires } from "../../src/protocol/messages/transport.ts";
import { makeReport } from "../../src/report/report.ts";
import { bearerAuth } from "../../src/sandbox/authenticators.ts";
import { isDeep, some } from "../depth.ts";
import type { BuyerHost } from "./buyer-host.ts";
import { type CredentialRow, credentialsOf, prepareRows, rows, sandboxOfRows } from "./credential-rows.ts";
import { openSigningDesk } from "./signing-desk.ts";
import { buysAt, openStory, type Story } from "./story.ts";

let host: BuyerHost;
beforeAll(async () => {
  host = await openSigningDesk();
});
afterAll(() => host[Symbol.asyncDispose]());

/** A campaign that no seller gets much of, so that each gets some. */
async function openStoryOfRows(
  isBroken?: (row: CredentialRow) => boolean,
  wire: Wire = "mcp",
): Promise<Story> {
  const story = await openStory({
    sandbox: { ...sandboxOfRows(host), wire },
    credentials: (sandbox) => credentialsOf(sandbox, isBroken),
    brief: {
      budget: money(40_000_000, "EUR"),
      channels: ["ctv", "olv", "streaming_audio", "dooh", "display", "social", "retail_media"],
      limits: { maxCpm: money(4500, "EUR"), maxSharePerSeller: 0.13, excludedSellers: [] },
    },
  });
  await prepareRows(story.sandbox, story.home, isBroken);
  return story;
}

it.each(wires)("buys at sellers that know the desk each in another way, over %s", async (wire) => {
  await using story = await openStoryOfRows(undefined, wire);
  await story.run();
  story.sandbox.advance(1);
  await story.run();

  const bought = (await story.state()).steps
    .filter(({ step, status }) => step.task === "create_media_buy" && status === "done")
    .map(({ step }) => step.agentId);
  // The older header is MCP's alone.
  const known = rows.filter(({ kind }) => wire === "mcp" || kind !== "bearer in the older header");
  expect(bought).toEqual(expect.arrayContaining(known.map(({ seller }) => seller)));
  expect(new Set(story.sandbox.calls.map((call) => call.wire))).toEqual(new Set([wire]));
});

const rowsOver = (isDeep ? wires : (["mcp"] as const)).flatMap((wire) =>
  rows.map((row) => ({ ...row, wire })),
);
describe.each(some(rowsOver))("with the $kind credential broken, over $wire", (row) => {
  it("says so and spends nothing there", async () => {
    await using story = await openStoryOfRows(({ seller }) => seller === row.seller, row.wire);
    await story.run("plan");
    const seller = makeReport(await story.state()).sellers.find(({ id }) => id === row.seller);
    expect(JSON.stringify(seller)).toMatch(row.finding);
    await story.run();
    const { calls } = story.sandbox;
    expect(calls.filter(({ agentId }) => agentId === row.seller)).toEqual([]);
    expect(buysAt(story.sandbox).length).toBeGreaterThan(0);
  });
});

it("asks a person where a seller stops knowing the desk, and buys once when that is mended", async () => {
  await using story = await openStoryOfRows();
  const { sandbox, campaignId, app } = story;
  const harbour = rows.find(({ seller }) => seller === "harbour.example");
  const door = harbour?.knows;
  if (harbour === undefined || typeof door !== "object") throw new Error("there is no such row");
  await story.run("plan");
  sandbox.authenticators.set(harbour.slug, bearerAuth(new Map([["rotated-away", "somebody"]])));
  const waiting = await story.run();
  expect(waiting).toContainEqual({
    type: "person",
    stepId: expect.stringContaining(harbour.seller),
    reason: expect.stringMatching(/does not know who calls .*did not accept the bearer token/),
  });
  const atHarbour = async () =>
    (await story.state()).steps.filter(({ step }) => step.agentId === harbour.seller);
  const seen = sandbox.calls.length;
  await story.run();
  expect(sandbox.calls.slice(seen).filter(({ agentId }) => agentId === harbour.seller)).toEqual([]);
  expect(buysAt(sandbox).filter((reference) => reference.includes("harbour"))).toEqual([]);

  // Consenting before it is mended asks again and sends nothing.
  const escalated = async () => (await atHarbour()).filter(({ status }) => status === "escalated");
  const approve = async () => {
    for (const { step } of await escalated()) await giveApproval(await app.ports(campaignId), step.id, "kim");
    await story.run();
  };
  await approve();
  expect(await escalated()).not.toEqual([]);

  sandbox.authenticators.set(harbour.slug, door);
  await approve();
  expect((await atHarbour()).filter(({ step }) => step.task === "create_media_buy")).toEqual([
    expect.objectContaining({ status: "done" }),
  ]);
  const bought = sandbox.calls.filter(
    ({ agentId, task, outcome }) =>
      agentId === harbour.seller && task === "create_media_buy" && outcome === "answered",
  );
  expect(bought).toHaveLength(1);
});
