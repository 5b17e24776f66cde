import { expect, it } from "vitest";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import { simulatedClock, systemClock } from "../../src/lib/clock.ts";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import type { SentReport } from "../../src/sandbox/webhooks/post-office.ts";
import { freePort, startServe } from "./serve/start-serve.ts";
import { openStory, type Story } from "./story.ts";
import { type Door, openDoor, registeredUrl, send } from "./webhooks/door.ts";

const buy = "buy/nordlicht.example/EUR";

/** A campaign whose sellers report to the door; one of them decides on its order six hours later. */
async function reportedStory(door: Door, sandbox: Partial<SandboxOptions> = {}): Promise<Story> {
  const story = await openStory({
    settings: { public_url: door.url },
    brief: { channels: ["ctv"] },
    sandbox,
  });
  await door.openFor(story.app);
  return story;
}

const statusOf = async (story: Story) => stepOf(await story.state(), buy)?.status;
const entriesOf = ({ app, campaignId }: Story) => app.ledger.read(campaignId);
const noticesOf = async (story: Story) =>
  (await entriesOf(story)).filter(({ event }) => event.type === "notice-received");
/** Under the reference of that one order. */
const ordersAt = ({ sandbox }: Story) =>
  sandbox.calls.filter(
    ({ task, agentId, arguments: { buyer_ref: reference } }) =>
      task === "create_media_buy" && agentId === "nordlicht.example" && String(reference).endsWith(buy),
  );
const report = async ({ sandbox }: Story): Promise<SentReport[]> =>
  (await sandbox.report()).filter(({ agent }) => agent === "nordlicht");

/** By the ledger the order has one end, and by the seller's books it came once. */
async function expectOneEffect(story: Story): Promise<void> {
  expect(await statusOf(story)).toBe("done");
  expect((await entriesOf(story)).filter(({ key }) => key === `end/${buy}`)).toHaveLength(1);
  expect(ordersAt(story)).toHaveLength(1);
}

it("delivered twice, as its answer was lost, has one effect", async () => {
  await using door = await openDoor();
  await using story = await reportedStory(door);
  await story.run();
  door.loseAnswers();
  story.sandbox.advance(0.5);
  await report(story);
  expect(await noticesOf(story)).toHaveLength(1);
  await story.run();
  const after = (await entriesOf(story)).length;
  await door.openFor(story.app);
  expect((await report(story)).map(({ status }) => status)).toEqual([503, 200]);
  expect(await entriesOf(story)).toHaveLength(after);
  await story.run();
  await expectOneEffect(story);
});

it("delivered in the wrong order, the end of the order last, has the effect of the right order", async () => {
  await using door = await openDoor();
  await using story = await reportedStory(door);
  await story.run();
  door.shut();
  story.sandbox.advance(0.5);
  const [completed] = await report(story);
  story.sandbox.advance(14);
  const started = (await report(story)).at(-1);
  if (completed === undefined || started === undefined) throw new Error("there are no two reports");
  expect(started.body).not.toBe(completed.body);
  await door.openFor(story.app);
  for (const one of [started, completed]) expect((await send(one)).status).toBe(200);
  expect(await noticesOf(story)).toHaveLength(2);
  await story.run();
  await expectOneEffect(story);
});

it("delivered before the answer of the call that caused it has one effect", async () => {
  await using door = await openDoor();
  const early: SentReport[] = [];
  let running: Story | undefined;
  await using story = await reportedStory(door, {
    // The order is in the seller's books; its answer waits until the seller has reported what came of it. Another order that is
    // under way meanwhile may be over by then, and its money goes to a second one here.
    rewriteAnswer: async ({ agent, task, payload }) => {
      if (
        agent === "nordlicht" &&
        task === "create_media_buy" &&
        running !== undefined &&
        early.length === 0
      ) {
        running.sandbox.advance(0.5);
        early.push(...(await report(running)));
      }
      return payload;
    },
  });
  running = story;
  await story.run();
  expect(early.map(({ status }) => status)).toEqual([200]);
  const entries = await entriesOf(story);
  const [notice] = await noticesOf(story);
  const answered = entries.find(
    ({ event }) => event.type === "step-answered" && "stepId" in event && event.stepId === buy,
  );
  expect(notice?.sequence).toBeLessThan(answered?.sequence ?? 0);
  await story.run();
  await expectOneEffect(story);
});

it("delivered to a restarted desk, and again to the next one, has one effect", async () => {
  await using door = await openDoor();
  await using story = await reportedStory(door);
  await story.run();
  door.shut();
  story.sandbox.advance(0.5);
  await report(story);
  await door.openFor(story.anotherApp());
  const [, sent] = await report(story);
  expect(sent?.status).toBe(200);
  if (sent === undefined) throw new Error("nothing was reported");
  await door.openFor(story.anotherApp());
  expect((await send(sent)).status).toBe(401);
  expect(await noticesOf(story)).toHaveLength(1);
  await story.run();
  await expectOneEffect(story);
});

it("signed with another seller's key has none", async () => {
  await using door = await openDoor();
  await using story = await reportedStory(door);
  await story.run();
  const other = story.sandbox.calls.find(
    ({ task, agentId }) => task === "create_media_buy" && agentId !== "nordlicht.example",
  );
  const [url] = other === undefined ? [] : registeredUrl(other);
  door.shut();
  story.sandbox.advance(0.5);
  const [sent] = await report(story);
  if (sent === undefined || url === undefined) throw new Error("there are no two sellers");
  await door.openFor(story.app);
  expect((await send({ ...sent, url })).status).toBe(401);
  expect(await noticesOf(story)).toEqual([]);
  expect(door.woken).toEqual([]);
  expect(ordersAt(story)).toHaveLength(1);
  expect(await statusOf(story)).toBe("pending");
});

it("has its effect after a restart where `flightdesk serve` is killed between its 200 and that", async () => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  // The process of its own lives by this machine's calendar.
  const flight = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await using story = await openStory({
    settings: { public_url: publicUrl },
    brief: { channels: ["ctv"], flight: { start: flight(20), end: flight(60) } },
    sandbox: {
      clock: simulatedClock(new Date().toISOString()),
      wireClock: systemClock,
    },
  });
  const { sandbox } = story;
  await story.run();
  expect(await statusOf(story)).toBe("pending");
  const live = () =>
    startServe(["--port", String(port), "--public-url", publicUrl], {
      FLIGHTDESK_HOME: story.home,
      FLIGHTDESK_TOKEN: sandbox.token,
      FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
      FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
      FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
    });

  const first = live();
  await first.says("checked 1 campaign");
  sandbox.advance(0.5);
  expect((await report(story)).map(({ status }) => status)).toEqual([200]);
  // Between two turns are ten seconds: what was woken is not looked at yet.
  await first.end("SIGKILL");
  expect(await noticesOf(story)).toHaveLength(1);
  expect(await statusOf(story)).toBe("pending");

  const second = live();
  await second.says("checked 1 campaign");
  await second.end("SIGTERM");
  await expectOneEffect(story);
}, 120_000);
