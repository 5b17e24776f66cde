import { expect, it } from "vitest";
import { type StepState, stepOf } from "../../src/campaign/model/state/state.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { renderStage } from "../../src/report/renderers/terminal.ts";
import { makeReport } from "../../src/report/report.ts";
import { openStory, type Story } from "./story.ts";

const hikers = { audience: "people who hike and run outdoors", signals: ["mt_outdoor"] };
/** Live 90 simulated minutes after its activation. */
const lightViewers = { audience: "households with little linear TV", signals: ["sb_light_tv"] };

function callsOf({ sandbox }: Story, task: string) {
  return sandbox.calls.filter((call) => call.task === task);
}

function signalsOf(story: Story): unknown[] {
  return callsOf(story, "create_media_buy").flatMap(({ arguments: request }) =>
    // The sandbox has checked the request against the task's schema.
    (request["packages"] as { targeting_overlay?: { signal_targeting_groups?: unknown } }[]).map(
      ({ targeting_overlay: overlay }) => overlay?.signal_targeting_groups,
    ),
  );
}

it("activates a signal for the audience and targets packages with it", async () => {
  await using story = await openStory({ brief: hikers });
  await story.run();
  const { state, sandbox } = story;

  const targeted = {
    operator: "all",
    groups: [
      {
        operator: "any",
        signals: [
          {
            signal_ref: {
              scope: "signal_source",
              signal_source_url: `${sandbox.url}/signals/mcp`,
              signal_id: "mt_outdoor",
            },
            value_type: "binary",
            value: true,
            signal_agent_segment_id: "mt_outdoor",
            activation_key: { type: "key_value", key: "audience", value: "mt_outdoor" },
          },
        ],
      },
    ],
  };
  expect(signalsOf(story)).toContainEqual(targeted);
  for (const activation of callsOf(story, "activate_signal")) {
    const [destination] = activation.arguments["destinations"] as { agent_url: string }[];
    const buy = callsOf(story, "create_media_buy").find(({ agent }) =>
      destination?.agent_url.endsWith(agent),
    );
    expect(activation.order).toBeLessThan(buy?.order ?? 0);
  }

  const report = makeReport(await state());
  expect(report.signals.choices).toContainEqual(
    expect.objectContaining({ name: "Outdoor and hiking", status: "live" }),
  );
  for (const { status, targeted: packages } of report.signals.choices)
    if (status === "live") for (const { echoed } of packages) expect(echoed).not.toBe(false);
  for (const text of [
    await renderHtml(report),
    renderMarkdown(report),
    renderStage("signals", await state()),
  ])
    expect(text).toContain("Outdoor and hiking");
  expect(JSON.stringify(report)).not.toContain("activation_key");
  expect(sandbox.calls.filter(({ task }) => task === "get_signals")).toHaveLength(1);
});

it("keeps media and data inside the plan, and every price inside the brief's limit", async () => {
  await using story = await openStory({ brief: hikers });
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  const { plan, steps, signals = [], offers = [], brief } = await story.state();
  const lines = plan?.lines.filter(({ signal }) => signal !== undefined) ?? [];
  expect(lines.length).toBeGreaterThan(0);
  for (const { amount, budget, signal, offerId } of lines) {
    const data = signals.find(({ id }) => id === signal?.id)?.cpm ?? 0;
    const media = offers.find(({ id }) => id === offerId)?.cpm;
    expect((signal?.cost.minor ?? 0) + (budget.currency === "EUR" ? budget.minor : 0)).toBeLessThanOrEqual(
      amount.minor,
    );
    expect((media?.high ?? 0) + data).toBeLessThanOrEqual(brief?.limits.maxCpm?.minor ?? 0);
  }
  const bound = steps.reduce((sum, { step }) => sum + step.planAmount.minor, 0);
  expect(bound).toBe(plan?.total.minor);
});

it("asks governance about exactly the arguments of each activation and of each targeted buy", async () => {
  await using story = await openStory({ brief: hikers });
  await story.run();
  const { calls } = story.sandbox;
  const changes = calls.filter(({ task }) => task === "activate_signal" || task === "create_media_buy");
  expect(changes.some(({ task }) => task === "activate_signal")).toBe(true);
  for (const change of changes) {
    const { governance_context: token, ...sent } = change.arguments;
    const checks = calls.filter(
      ({ task, arguments: asked }) =>
        task === "check_governance" && JSON.stringify(asked["payload"]) === JSON.stringify(sent),
    );
    expect(checks).toHaveLength(1);
    expect(checks[0]?.order).toBeLessThan(change.order);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  }
});

it("waits for a signal that is live only later, then buys with it", async () => {
  await using story = await openStory({ brief: lightViewers });
  const waiting = await story.run();
  const awaited = waiting.filter((one) => "stepId" in one && one.stepId.startsWith("signal/"));
  expect(awaited).not.toEqual([]);
  expect(awaited[0]?.reason).toMatch(/is not live .* from 2027-01-17 on/);
  const sellers = awaited.flatMap((one) => ("stepId" in one ? one.stepId.replace("signal/", "") : []));
  for (const seller of sellers) expect(stepOf(await story.state(), `buy/${seller}/EUR`)).toBeUndefined();
  expect((await story.state()).ended).toBeUndefined();

  story.sandbox.advance(1);
  await story.run();
  expect(callsOf(story, "activate_signal").length).toBe(sellers.length);
  expect(JSON.stringify(signalsOf(story))).toContain("sb_light_tv");
  expect(makeReport(await story.state()).signals.choices.map(({ status }) => status)).not.toContain(
    "waiting",
  );
});

it("buys without a signal that a person has refused, for the full amount, and says so", async () => {
  await using story = await openStory({
    brief: hikers,
    sandbox: {
      governance: {
        decide: ({ tool }) =>
          tool === "activate_signal" ? { verdict: "denied", explanation: "no bought data" } : undefined,
      },
    },
  });
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  const { steps, plan } = await story.state();
  expect(signalsOf(story).every((signals) => signals === undefined)).toBe(true);
  const buys = steps.filter(({ step }) => step.task === "create_media_buy");
  expect(buys.every(({ status }) => status === "done")).toBe(true);
  expect(buys.map(({ step }) => step.purpose)).toContainEqual(
    expect.stringMatching(/without a signal: no bought data/),
  );
  for (const { step } of buys) {
    const lines = plan?.lines.filter(({ lineId }) => step.lineIds.includes(lineId)) ?? [];
    const full = lines.reduce((sum, { signal, budget }) => sum + (signal?.budgetWithout ?? budget).minor, 0);
    expect(step.amount.minor).toBe(full);
  }
  expect(makeReport(await story.state()).headline.attention).toContainEqual(
    expect.objectContaining({ why: expect.stringMatching(/bought from without it: no bought data/) }),
  );
});

it("buys without a signal that is not live a day before the flight", async () => {
  await using story = await openStory({
    brief: { ...hikers },
    // The person has longer to decide than the flight leaves.
    settings: { approval_window: 30 * 86_400_000 },
    sandbox: {
      governance: {
        decide: ({ tool }) =>
          tool === "activate_signal" ? { verdict: "escalated", explanation: "who allowed data?" } : undefined,
      },
    },
  });
  await story.run();
  const before = callsOf(story, "create_media_buy").length;
  story.sandbox.advance(12.9);
  await story.run();
  expect(callsOf(story, "create_media_buy").length).toBeGreaterThan(before);
  expect(signalsOf(story).every((signals) => signals === undefined)).toBe(true);
  expect(makeReport(await story.state()).signals.choices).toContainEqual(
    expect.objectContaining({
      status: "without",
      statusReason: "it was not live a day before the flight",
    }),
  );
});

it("takes a signal that is live already as activated", async () => {
  await using story = await openStory({ brief: hikers });
  await story.run();
  const again = await story.app.begin({
    ...((await story.state()).brief ?? fail()),
    name: "Story, second flight",
    flight: { start: "2027-03-08", end: "2027-04-04" },
  });
  await advance(await story.app.ports(again), "end");
  const { steps, activations } = (await story.app.ports(again)).journal.state();
  const before = (await story.state()).steps.filter(isActivation).map(destinationsOf);
  const activated = steps.filter(isActivation);
  for (const { status } of activated) expect(status).toBe("done");
  const known = activated.filter((one) => before.includes(destinationsOf(one)));
  expect(known.length).toBeGreaterThan(0);
  for (const { receipt } of known) expect(receipt?.replayed).toBe(true);
  expect(activations.map(({ result }) => result)).toEqual(activated.map(() => "live"));
});

const isActivation = ({ step }: StepState) => step.task === "activate_signal";

function destinationsOf({ step }: StepState): string {
  const { signal_agent_segment_id: segment, destinations } = step.arguments;
  return JSON.stringify([segment, destinations]);
}

function fail(): never {
  throw new Error("the story has no brief");
}
