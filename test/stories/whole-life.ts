import { findBuy, namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import type { ChangeRequest } from "../../src/campaign/model/step/buy-change.ts";
import { creativesOnHand } from "../../src/campaign/plan/creatives/on-hand.ts";
import { type InputOf, openDesk } from "../../src/index.ts";
import { money } from "../../src/lib/money.ts";
import type { PublicRelease } from "../../src/protocol/tasks/names.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import type { RecordedAnswer, RecordedCall } from "../../src/sandbox/record-call.ts";
import { brief, openStory, type Story } from "./story.ts";

/** What was sent and said at all agents of the public sandbox, as it went over the wire. */
export interface Spoken {
  readonly requests: readonly RecordedCall[];
  readonly answers: readonly RecordedAnswer[];
}

const seller = "harbour.example";
const account = { brand: { domain: "acme.example" } };

/**
 * A campaign from its first question to its last index, with all that a person may do meanwhile: orders that are targeted,
 * a signal, creatives, changes of running buys, one that is cancelled, and the desk's own files.
 */
export async function liveWholeLife(release: PublicRelease): Promise<Spoken> {
  const answers: RecordedAnswer[] = [];
  await using story = await openStory({
    sandbox: {
      protocol: "adcp",
      release,
      onAnswer: (answer) => answers.push(structuredClone(answer)),
    },
    brief: {
      audience: "people who hike and run outdoors",
      signals: ["mt_outdoor"],
      frequencyCap: { times: 3, per: "week" },
      pacing: "front-loaded",
      limits: { ...brief.limits, channelShares: { ctv: { min: 0.4 } } },
    },
  });
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  await syncFiles(story);
  story.sandbox.advance(17);
  await story.run();
  await changeBuys(story);
  story.sandbox.advance(60);
  await story.run();
  return { requests: story.sandbox.calls, answers };
}

/** The same at sellers whose tools are compact, as far as these go: dates and creatives change by no control. */
export async function liveCompactLife(): Promise<Spoken> {
  const answers: RecordedAnswer[] = [];
  await using story = await openStory({
    sandbox: {
      protocol: "adcp",
      release: "3.2",
      sellers: sellers.map((one) => ({ ...one, lifecycle: { alone: true, mostIncrease: 20 } })),
      onAnswer: (answer) => answers.push(structuredClone(answer)),
    },
    brief: {
      frequencyCap: { times: 3, per: "week" },
      pacing: "front-loaded",
      limits: { ...brief.limits, channelShares: { ctv: { min: 0.4 } } },
    },
  });
  await story.run();
  story.sandbox.advance(18);
  await story.run();
  const line = namesOf(await story.state()).find((one) => one.startsWith(`${seller}/`)) ?? "";
  const { subject } = findBuy(await story.state(), line) ?? {};
  const budget = (await story.state()).plan?.lines.find(({ lineId }) => lineId === line)?.budget;
  if (subject === undefined || budget === undefined) throw new Error(`nothing is bought at ${seller}`);
  const changes: readonly (readonly [string, ChangeRequest])[] = [
    [line, { verb: "decrease", to: money(Math.round(budget.minor * 0.8), budget.currency) }],
    [line, { verb: "pause" }],
    [line, { verb: "unpause" }],
    [subject.mediaBuyId, { verb: "pause" }],
    [subject.mediaBuyId, { verb: "unpause" }],
    [subject.mediaBuyId, { verb: "cancel" }],
  ];
  for (const [name, requested] of changes) {
    const buy = findBuy(await story.state(), name);
    if (buy === undefined) throw new Error(`${name} is not bought`);
    const ports = await story.app.ports(story.campaignId);
    const changed = await changeBuy(buy, { requested, askedBy: ["kim"] }, { execute: true }, ports);
    if (changed.type !== "performed" || changed.current.status !== "done")
      throw new Error(`${requested.verb}: ${JSON.stringify(changed)}`);
  }
  story.sandbox.advance(60);
  await story.run();
  return { requests: story.sandbox.calls, answers };
}

/** Each change that a person can ask for, at a buy or a line of it, and the last one ends the buy. */
async function changeBuys(story: Story): Promise<void> {
  const ports = await story.app.ports(story.campaignId);
  const line = namesOf(await story.state()).find((one) => one.startsWith(`${seller}/`)) ?? "";
  const found = findBuy(await story.state(), line);
  if (found === undefined) throw new Error(`nothing is bought at ${seller}`);
  const { planAmount } = found.subject.bought;
  const onHand = creativesOnHand(await story.state()).map(({ creative }) => creative);
  const changes: readonly (readonly [string, ChangeRequest])[] = [
    [line, { verb: "decrease", to: money(Math.round(planAmount.minor * 0.8), planAmount.currency) }],
    // One of them it may have already.
    [line, { verb: "swap-creative", creatives: onHand.slice(0, 1) }],
    [line, { verb: "swap-creative", creatives: onHand.slice(-1) }],
    [found.subject.mediaBuyId, { verb: "pause" }],
    [found.subject.mediaBuyId, { verb: "unpause" }],
    [found.subject.mediaBuyId, { verb: "cancel" }],
  ];
  for (const [name, requested] of changes) {
    const buy = findBuy(await story.state(), name);
    if (buy === undefined) throw new Error(`${name} is not bought`);
    const changed = await changeBuy(
      buy,
      { requested, askedBy: ["kim"], reason: "the client called" },
      { execute: true },
      ports,
    );
    if (requested.verb === "swap-creative" && changed.type === "unchanged") continue;
    if (changed.type !== "performed" || changed.current?.status !== "done")
      throw new Error(`${requested.verb}: ${JSON.stringify(changed)}`);
  }
}

async function syncFiles(story: Story): Promise<void> {
  const { sandbox, home } = story;
  await using desk = await openDesk({
    settings: {
      registry_url: sandbox.registryUrl,
      separate_sellers: [...sandbox.sharedOrigins],
      governance_url: sandbox.governanceUrl,
      well_known_url: sandbox.wellKnownUrl,
      operator: "agency.example",
      home,
    },
    secrets: { token: sandbox.token },
    caller: { name: "kim" },
    clock: sandbox.clock,
  });
  const files: readonly InputOf<"sync">["what"][] = [
    { kind: "accounts", content: { accounts: [account] } },
    {
      kind: "audiences",
      content: { account, audiences: [{ audience_id: "customers", add: [{ email: "jane@mail.example" }] }] },
    },
    {
      kind: "catalogs",
      content: {
        account,
        catalogs: [{ catalog_id: "shoes", type: "product", url: "https://acme.example/feed.xml" }],
      },
    },
    {
      kind: "events",
      content: {
        event_source_id: "shop",
        events: [
          {
            event_id: "order-1",
            event_type: "purchase",
            event_time: new Date(sandbox.clock.now()).toISOString(),
            user_match: { email: "a@b.example" },
          },
        ],
      },
    },
  ];
  const plan = (await story.state()).governancePlanId;
  for (const what of files) {
    const { results } = await desk.sync({ what, sellers: [seller], plan, execute: true });
    if (results.some(({ status }) => status !== "done")) throw new Error(JSON.stringify(results));
  }
  await desk.accounts({ sellers: [seller] });
  await desk.readTask({
    agent: "brand.example",
    task: "get_brand_identity",
    request: { brand_id: "acme.example" },
    source: "here",
  });
}
