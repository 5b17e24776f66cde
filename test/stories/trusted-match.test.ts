import { EventEmitter, once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findBuy } from "../../src/campaign/account/changes/find-line.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import { boughtPackages } from "../../src/campaign/model/derived/bought.ts";
import { keepList } from "../../src/cli/match/list.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { newKey, publicKeyOf } from "../../src/lib/key-file.ts";
import { serveMatch } from "../../src/match/serve.ts";
import { matchSettingsSchema } from "../../src/match/settings.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport } from "../../src/report/report.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import { matchRouter } from "../../src/sandbox/sandbox.ts";
import { propertyRid } from "../match/side.ts";
import { openStory } from "./story.ts";

const provider = "https://match.agency.example";
const endpoints = { context: "https://pages.agency.example", identity: "https://tokens.agency.example" };

/** Two sellers of the sandbox whose publishers ask the provider before each impression. */
const matched = sellers
  .filter(({ slug }) => ["albion", "sales"].includes(slug))
  .map((seller) => ({
    ...seller,
    listings: seller.listings.map((listing) => ({
      ...listing,
      trusted_match: {
        context_match: true,
        identity_match: true,
        dynamic_brands: false,
        response_types: ["activation"],
        providers: [{ agent_url: `${provider}/`, context_match: true, identity_match: true }],
      },
    })),
  }));

it("goes from a brief to a matched impression, which a pause and a stop end", async () => {
  await using story = await openStory({
    sandbox: { sellers: matched },
    brief: {
      channels: ["ctv", "olv", "streaming_audio"],
      content: { trustedMatch: { agent_url: provider, identity_match: true }, avoid: ["gambling"] },
      limits: { maxSharePerSeller: 0.5, excludedSellers: [] },
    },
  });
  const { sandbox, home, app, campaignId } = story;
  await story.run();
  sandbox.advance(18);
  await story.run();

  // Planning: only sellers that say so are bought from, and the report says which lines are matched and how.
  const state = await story.state();
  const [asked] = sandbox.calls.filter(({ task }) => task === "get_products");
  expect(asked?.arguments["filters"]).toMatchObject({
    trusted_match: { providers: [{ agent_url: provider, context_match: true, identity_match: true }] },
  });
  expect([...new Set(state.plan?.lines.map(({ sellerId }) => sellerId))].sort()).toEqual([
    "albion-audio.example",
    "harbour.example",
  ]);
  const report = makeReport(state);
  expect(report.plan?.lines.map(({ trustedMatch }) => trustedMatch?.context)).toEqual(
    report.plan?.lines.map(() => true),
  );
  expect(renderMarkdown(report)).toContain("of harbour.example: by page and person, asked of ");

  // Serving knows the list alone. The ledger is looked at as `match packages --watch` does.
  const key = newKey();
  const file = join(home, "packages.json");
  const settings = matchSettingsSchema.parse({
    packages: file,
    context: { url: endpoints.context, listen: "127.0.0.1:0" },
    identity: {
      url: endpoints.identity,
      listen: "127.0.0.1:0",
      countries: ["DE"],
      held: join(home, "held.jsonl"),
      token_key: join(home, "token-key"),
    },
    routers: [
      {
        name: "Publisher",
        keys: [{ kid: "publisher", kty: "OKP", crv: "Ed25519", x: publicKeyOf(key) }],
        sellers: [...new Set(state.steps.map(({ step }) => step.agentUrl))],
      },
    ],
  });
  const settingsFile = join(home, "match.yaml");
  writeFileSync(settingsFile, JSON.stringify(settings));
  const changes = new EventEmitter();
  await using matching = await serveMatch({
    settings,
    settingsFile,
    readSettings: (text) => matchSettingsSchema.parse(JSON.parse(text)),
    tokenKey: "key",
    now: sandbox.clock.now,
    onNotice: () => undefined,
    changed: () => changes.emit("changed"),
  });
  const desk = { app, onSandbox: true, simulation: { now: sandbox.clock.now, advance: sandbox.advance } };
  const stopping = new AbortController();
  const known = { position: 0 };
  const first = once(changes, "changed");
  const keeping = keepList({
    file,
    // An operation that reads takes no more of the desk.
    list: () =>
      callOperation("match-packages", desk as unknown as Desk, {}, { kind: "terminal", name: "kim" }),
    hasChanged: async () => {
      const { position } = await app.ledger.changed(known.position);
      const isNew = position > known.position;
      known.position = position;
      return isNew;
    },
    validFor: 60_000,
    clock: systemClock,
    signal: stopping.signal,
    note: (line) => {
      throw new Error(line);
    },
  });
  await first;

  const router = matchRouter({
    provider: {
      context: { endpoint: endpoints.context, at: `http://127.0.0.1:${matching.context.port}` },
      identity: { endpoint: endpoints.identity, at: `http://127.0.0.1:${matching.identity.port}` },
    },
    propertyRid,
    now: sandbox.clock.now,
    key,
    keyId: "publisher",
  });
  const bought = boughtPackages(state);
  const packageIdsOf = (seller: string) =>
    bought.filter(({ sellerId }) => sellerId === seller).map(({ packageId }) => packageId);
  const [paused = "", ...others] = packageIdsOf("harbour.example");
  const sellerUrl =
    bought.find(({ sellerId }) => sellerId === "harbour.example")?.buyStep.step.agentUrl ?? "";
  const impression = (person: string, more = {}) =>
    router.ask({
      sellerUrl,
      placement: "article-sidebar",
      country: "DE",
      signals: { keywords: ["running"] },
      identities: [{ uid_type: "uid2", user_token: person }],
      consent: { gdpr: true, tcf_consent: "CPxyz" },
      ...more,
    });
  const all = [paused, ...others];
  expect(await impression("ann")).toEqual({ offered: all, eligible: all, shown: all });
  // Once in its window, and neither without consent nor beside what the brief stays away from.
  expect((await impression("ann")).shown).toEqual([]);
  expect((await impression("ben", { consent: undefined })).shown).toEqual([]);
  expect((await impression("ben", { signals: { keywords: ["online gambling"] } })).shown).toEqual([]);

  const line = bought.find(({ packageId }) => packageId === paused)?.lineId ?? "";
  const named = findBuy(await story.state(), line);
  if (named === undefined) throw new Error(`nothing is bought as ${line}`);
  const pausedNow = once(changes, "changed");
  await changeBuy(
    named,
    { requested: { verb: "pause" }, askedBy: ["kim"] },
    { execute: true },
    await app.ports(campaignId),
  );
  await pausedNow;
  expect((await impression("cleo")).shown).toEqual(others);

  const stopped = once(changes, "changed");
  await app.stopOrders.stop({ type: "all" }, { by: "kim", reason: "the client called" });
  await stopped;
  expect(await impression("dora")).toEqual({ offered: [], eligible: [], shown: [] });
  stopping.abort();
  await keeping;
});
