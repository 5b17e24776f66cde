import { afterEach, describe, expect, it } from "vitest";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import type { SentReport } from "../../src/sandbox/webhooks/post-office.ts";
import { openStory, type Story } from "./story.ts";
import { openDoor, registeredUrl, send } from "./webhooks/door.ts";

const buy = "buy/nordlicht.example/EUR";
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function openReportedStory() {
  const door = await openDoor();
  closing.push(async () => door[Symbol.asyncDispose]());
  const story = await openStory({
    settings: { public_url: door.url },
    brief: { channels: ["ctv"] },
  });
  await door.openFor(story.app);
  return { door, story };
}

const statusOf = async (story: Story) => stepOf(await story.state(), buy)?.status;
const noticesOf = async ({ app, campaignId }: Story) =>
  (await app.ledger.read(campaignId)).filter(({ event }) => event.type === "notice-received");
const ofNordlicht = (sent: readonly SentReport[]) => sent.filter(({ agent }) => agent === "nordlicht");

/** Six hours later the seller's people have decided, and it says so. */
async function decide(story: Story): Promise<readonly SentReport[]> {
  story.sandbox.advance(0.5);
  return ofNordlicht(await story.sandbox.report());
}

describe("a seller that reports", () => {
  it("wakes the campaign, and the order is done only when the seller was asked", async () => {
    const { door, story } = await openReportedStory();
    await using _ = story;
    await story.run();
    expect(await statusOf(story)).toBe("pending");
    const sent = await decide(story);
    expect(sent.map(({ status }) => status)).toEqual([200]);
    expect(door.woken).toEqual([story.campaignId]);
    expect(await noticesOf(story)).toHaveLength(1);
    expect(await statusOf(story)).toBe("pending");
    await story.run();
    expect(await statusOf(story)).toBe("done");
    expect(stepOf(await story.state(), buy)?.notice).toMatchObject({ status: "completed" });
  });

  it("has an address of its own for each order, which no repetition changes", async () => {
    const { door, story } = await openReportedStory();
    await using _ = story;
    await story.run();
    const configs = story.sandbox.calls
      .filter(({ task }) => task === "create_media_buy")
      .map(({ arguments: request }) => request["push_notification_config"]);
    const urls = story.sandbox.calls.flatMap(registeredUrl);
    expect(new Set(urls).size).toBe(urls.length);
    for (const config of configs)
      expect(config).toEqual({
        url: expect.stringMatching(new RegExp(`^${door.url}/webhooks/[0-9a-f-]{36}$`)),
        authentication: { schemes: ["HTTP_MESSAGE_SIGNATURES"] },
      });
    expect(stepOf(await story.state(), buy)?.intent?.bytes).toContain('"push_notification_config"');
  });

  it("that reports twice, the second time to a restarted desk, has one effect", async () => {
    const { door, story } = await openReportedStory();
    await using _ = story;
    await story.run();
    const [first] = await decide(story);
    if (first === undefined) throw new Error("nothing was reported");
    const replayed = await send(first);
    expect(replayed.headers.get("WWW-Authenticate")).toBe('Signature error="webhook_signature_replayed"');
    await door.openFor(story.anotherApp());
    expect((await send(first)).headers.get("WWW-Authenticate")).toBe(
      'Signature error="webhook_signature_replayed"',
    );
    expect(await noticesOf(story)).toHaveLength(1);
  });

  it("tries again with a fresh signature and the same key where nobody listens", async () => {
    const { door, story } = await openReportedStory();
    await using _ = story;
    await story.run();
    door.shut();
    await decide(story);
    await door.openFor(story.app);
    const sent = ofNordlicht(await story.sandbox.report());
    expect(sent.map(({ status }) => status)).toEqual([503, 200]);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers["Signature"])).size).toBe(2);
    expect(await noticesOf(story)).toHaveLength(1);
    expect(ofNordlicht(await story.sandbox.report())).toHaveLength(2);
  });

  it("is not believed on another seller's order", async () => {
    const { story } = await openReportedStory();
    await using _ = story;
    await story.run();
    const other = story.sandbox.calls.find(
      ({ task, agentId }) => task === "create_media_buy" && agentId !== "nordlicht.example",
    );
    const [url] = other === undefined ? [] : registeredUrl(other);
    const [sent] = await decide(story);
    if (sent === undefined || url === undefined) throw new Error("there are no two sellers");
    const response = await send({ ...sent, url });
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toBe('Signature error="webhook_signature_key_unknown"');
    expect(await noticesOf(story)).toHaveLength(1);
  });

  it("tells that a buy has started, and nothing is done twice for it", async () => {
    const { door, story } = await openReportedStory();
    await using _ = story;
    await story.run();
    await decide(story);
    await story.run();
    story.sandbox.advance(20);
    const started = (await story.sandbox.report()).slice(1);
    expect(started.length).toBeGreaterThan(0);
    expect(started.every(({ status }) => status === 200)).toBe(true);
    expect(door.woken.length).toBe(1 + started.length);
    const created = story.sandbox.calls.filter(({ task }) => task === "create_media_buy").length;
    await story.run();
    expect(story.sandbox.calls.filter(({ task }) => task === "create_media_buy")).toHaveLength(created);
  });

  it("has its word kept over a crash between the 200 and what follows from it", async () => {
    const { door, story } = await openReportedStory();
    await using _ = story;
    await story.run();
    await decide(story);
    door.shut();
    // Another process opens the same ledger: the claim is there, and the next turn asks the seller.
    const restarted = story.anotherApp();
    const { steps } = (await openJournal(restarted.ledger, story.campaignId)).state();
    expect(steps.find(({ step }) => step.id === buy)).toMatchObject({
      status: "pending",
      notice: { status: "completed" },
    });
    await story.run();
    expect(await statusOf(story)).toBe("done");
  });
});
