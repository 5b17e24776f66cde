import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { credentialPath } from "../../src/protocol/client/credential-scan.ts";
import { isMutation, type TaskName, tasks } from "../../src/protocol/tasks/index.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport } from "../../src/report/report.ts";
import { openStory, type Story, televised } from "../stories/story.ts";
import { type Door, openDoor } from "../stories/webhooks/door.ts";

type Json = Readonly<Record<string, unknown>>;

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const date = /^\d{4}-\d\d-\d\d$/;

let story: Story;
let door: Door;
beforeAll(async () => {
  door = await openDoor();
  story = await openStory({
    brief: {
      ...televised,
      channels: ["ctv", "olv", "display"],
      audience: "people who hike and run outdoors",
      signals: ["mt_outdoor"],
    },
    settings: { public_url: door.url },
  });
  await door.openFor(story.app);
  for (const days of [0, 1, 30, 60]) {
    story.sandbox.advance(days);
    await story.sandbox.report();
    await story.run();
  }
}, 120_000);
afterAll(async () => {
  await story[Symbol.asyncDispose]();
  await door[Symbol.asyncDispose]();
});

/** The requests of a task, as they came to agents; at least one. */
function sent(task: TaskName): readonly Json[] {
  const found = story.sandbox.calls
    .filter((call) => call.task === tasks[task].name)
    .map((call) => call.arguments);
  expect(found.length, task).toBeGreaterThan(0);
  return found;
}

function packagesOf(order: Json): readonly Json[] {
  // The sandbox has checked the order against the task's schema.
  return order["packages"] as readonly Json[];
}

const text = expect.any(String);
const brand = { domain: "acme.example" };

describe("a campaign at agents of the contract", () => {
  it("asks for products with the brief, the brand, channels and a budget", () => {
    const asked = sent("get_products").filter((request) => request["buying_mode"] === "brief");
    expect(asked.length).toBeGreaterThan(5);
    for (const request of asked)
      expect(request).toMatchObject({
        brief: expect.stringContaining("2027-01-18"),
        brand,
        filters: { channels: expect.arrayContaining(["ctv"]), budget_range: { currency: "EUR" } },
      });
  });

  it("refines answers by request and by product", () => {
    const asked = sent("get_products").filter((request) => request["buying_mode"] === "refine");
    expect(asked).not.toEqual([]);
    for (const { refine } of asked) {
      const scopes = (refine as readonly Json[]).map((one) => {
        if (one["scope"] === "product") expect(one).toMatchObject({ product_id: text, action: text });
        else expect(one).toMatchObject({ scope: "request", ask: text });
        return one["scope"];
      });
      expect(scopes).not.toEqual([]);
    }
  });

  it("orders with account, brand, references, and instants in UTC", () => {
    for (const order of sent("create_media_buy"))
      expect(order).toMatchObject({
        account: { brand, operator: text },
        brand,
        buyer_ref: text,
        start_time: expect.stringMatching(utc),
        end_time: expect.stringMatching(utc),
      });
  });

  it("names product, price, an amount above nothing and a reference in each package", () => {
    for (const one of sent("create_media_buy").flatMap(packagesOf)) {
      expect(one).toMatchObject({ product_id: text, pricing_option_id: text, buyer_ref: text });
      expect(one["budget"]).toBeGreaterThan(0);
    }
  });

  it("bids where the price is an auction, and nowhere else", async () => {
    const offers = (await story.state()).offers ?? [];
    const auctions = new Map(
      offers.map(({ productId, pricingOptionId, auction }) => [`${productId} ${pricingOptionId}`, auction]),
    );
    const bids = sent("create_media_buy")
      .flatMap(packagesOf)
      .map((one) => [
        auctions.get(`${String(one["product_id"])} ${String(one["pricing_option_id"])}`),
        one["bid_price"] !== undefined,
      ]);
    expect(bids).toContainEqual([true, true]);
    expect(bids).toContainEqual([false, false]);
    for (const [isAuction, hasBid] of bids) expect(hasBid).toBe(isAuction);
  });

  it("narrows packages by a targeting overlay", () => {
    const overlays = sent("create_media_buy")
      .flatMap(packagesOf)
      .flatMap((one) => one["targeting_overlay"] ?? []);
    expect(overlays).toContainEqual(expect.objectContaining({ geo_countries: ["DE"] }));
  });

  it("registers a webhook of its own in each order, for signed reports", () => {
    const configs = sent("create_media_buy").map((order) => order["push_notification_config"]);
    for (const config of configs)
      expect(config).toEqual({
        url: expect.stringContaining(`${door.url}/webhooks/`),
        authentication: { schemes: ["HTTP_MESSAGE_SIGNATURES"] },
      });
    expect(new Set(configs.map((config) => JSON.stringify(config))).size).toBe(configs.length);
  });

  it("brings creatives whole, with the packages that run them", () => {
    for (const request of sent("sync_creatives")) {
      expect(request).toMatchObject({
        account: { brand },
        creatives: expect.arrayContaining([
          expect.objectContaining({
            creative_id: text,
            name: text,
            format_id: { agent_url: text, id: text },
            assets: expect.any(Object),
          }),
        ]),
      });
      const creatives = (request["creatives"] as readonly Json[]).map((one) => one["creative_id"]);
      const assignments = Object.entries(request["assignments"] as Readonly<Record<string, string[]>>);
      expect(assignments.length).toBeGreaterThan(0);
      for (const [creative, packages] of assignments) {
        expect(creatives).toContain(creative);
        expect(packages.length).toBeGreaterThan(0);
      }
    }
  });

  it("reads how its creatives stand, up to a limit", () => {
    for (const request of sent("list_creatives")) expect(request["limit"]).toBeGreaterThan(0);
  });

  it("asks for delivery by day, between two dates", () => {
    // Books are compared with what a buy has spent in all.
    const measured = sent("get_media_buy_delivery").filter((request) => "granularity" in request);
    expect(measured.length).toBeGreaterThan(0);
    for (const request of measured)
      expect(request).toMatchObject({
        media_buy_id: text,
        granularity: "daily",
        date_range: { start: expect.stringMatching(date), end: expect.stringMatching(date) },
      });
  });

  it("posts an index for a period of a buy", () => {
    for (const request of sent("provide_performance_feedback"))
      expect(request).toMatchObject({
        media_buy_id: text,
        measurement_period: { start: text, end: text },
        performance_index: expect.any(Number),
      });
  });

  it("has creatives built from its message, for formats by agent and id, in the brand's name", () => {
    for (const request of sent("build_creative"))
      expect(request).toMatchObject({
        message: expect.stringContaining("Out early"),
        target_format_ids: expect.arrayContaining([{ agent_url: text, id: text }]),
        brand,
      });
  });

  it("previews what was built, with its format and manifest", () => {
    for (const request of sent("preview_creative"))
      expect(request).toMatchObject(
        request["request_type"] === "single"
          ? { format_id: { id: text }, creative_manifest: { format_id: { id: text } } }
          : {
              request_type: "batch",
              requests: expect.arrayContaining([
                expect.objectContaining({ creative_manifest: expect.any(Object) }),
              ]),
            },
      );
  });

  it("searches signals by description for where they are to be used, and activates them there", () => {
    const destination = { type: "agent", agent_url: text };
    for (const request of sent("get_signals"))
      expect(request).toMatchObject({
        signal_spec: expect.stringContaining("hike"),
        deliver_to: { deployments: expect.arrayContaining([destination]), countries: ["DE"] },
      });
    for (const request of sent("activate_signal"))
      expect(request).toMatchObject({ signal_agent_segment_id: text, destinations: [destination] });
  });

  it("opens accounts by brand, operator and who is billed", () => {
    for (const request of sent("sync_accounts"))
      expect(request).toMatchObject({ accounts: [{ brand, operator: text, billing: text }] });
  });

  it("has each change checked under its plan, by its name, with exactly its arguments", () => {
    const checks = sent("check_governance");
    for (const request of checks)
      expect(request).toMatchObject({
        plan_id: text,
        caller: text,
        tool: text,
        payload: { idempotency_key: expect.stringMatching(uuidV4) },
      });
    for (const { governance_context: token, ...order } of sent("create_media_buy")) {
      expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      expect(checks.map((check) => check["payload"])).toContainEqual(order);
    }
  });

  it("gives each change a key that is a UUID v4", () => {
    const keys = story.sandbox.calls
      .filter(({ task }) =>
        Object.entries(tasks).some(([name, one]) => one.name === task && isMutation(name as TaskName)),
      )
      .map((call) => call.arguments["idempotency_key"]);
    expect(keys.length).toBeGreaterThan(20);
    for (const key of keys) expect(key).toMatch(uuidV4);
  });

  it("puts its own credential into no argument of any call", () => {
    for (const { task, arguments: request } of story.sandbox.calls) {
      expect(
        credentialPath(request, (value) => value.includes(story.sandbox.token)),
        task,
      ).toBeUndefined();
      expect(JSON.stringify(request)).not.toContain(story.sandbox.token);
    }
  });

  it("takes each of the contract's pricing models for an offer with its price", async () => {
    const offers = (await story.state()).offers ?? [];
    for (const model of ["cpm", "cpm-auction", "flat-fee"])
      expect(
        offers.filter(
          ({ pricingModel, price, cpm }) => pricingModel === model && (price ?? cpm) !== undefined,
        ),
        model,
      ).not.toEqual([]);
  });

  it("names formats by the agent that has authority over them, whoever builds for them", () => {
    const builds = story.sandbox.calls.filter(({ task }) => task === "build_creative");
    expect(new Set(builds.map(({ agent }) => agent))).toEqual(new Set(["/creative-builder/mcp"]));
    const authority = `${story.sandbox.url}/creative/mcp`;
    for (const { target_format_ids } of sent("build_creative"))
      for (const { agent_url } of target_format_ids as readonly Json[]) expect(agent_url).toBe(authority);
  });

  it("takes in what is reported of each package: impressions, spend and, of video, how many ran to the end", async () => {
    const rows = (await story.state()).delivery.flatMap((one) => one.rows);
    expect(rows).toContainEqual(
      expect.objectContaining({
        impressions: expect.any(Number),
        spendMinor: expect.any(Number),
        completionRate: expect.any(Number),
      }),
    );
  });

  it("shows previews with the instant at which they end", async () => {
    const report = makeReport(await story.state());
    const previews = report.creatives.built.flatMap(({ preview }) => preview ?? []);
    expect(previews).not.toEqual([]);
    for (const one of previews)
      expect(one).toMatchObject({ result: "shown", expiresAt: expect.stringMatching(utc) });
    expect(renderMarkdown(report)).toMatch(/previews.*, until /s);
  });
});
