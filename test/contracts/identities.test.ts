import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { advance } from "../../src/campaign/run/advance.ts";
import { safeFetch } from "../../src/protocol/addresses/safe-fetch.ts";
import { capabilitiesTask } from "../../src/protocol/tasks/names.ts";
import { operatorBook } from "../../src/protocol/well-known/authorized-operators.ts";
import { readBrandFile } from "../../src/protocol/well-known/brand-file.ts";
import { connect, key, order, start } from "../sandbox/connect.ts";
import { openStory, type Story } from "../stories/story.ts";
import { contractClient } from "./contract-client.ts";

type Json = Readonly<Record<string, unknown>>;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const fetchJson = safeFetch({ allowLoopback: true });

/** The address of a host that answers everything with one document. */
async function host(document: Json): Promise<string> {
  const server = createServer((_, response) =>
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(document)),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close().closeAllConnections());
  // A TCP server's address is never a pipe name.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const tasksOf = ({ sandbox }: Story, agentId: string, task: string) =>
  sandbox.calls.filter((call) => call.agentId === agentId && call.task === task);

it("a brand.json leads the client to the agent that answers for the brand", async () => {
  const sandbox = await start();
  const address = `${sandbox.url}/.well-known/brand.json`;
  const file = await fetchJson(address);
  const agents = readBrandFile({ identity_agent: (file as Json)["identity_agent"] }, address);
  expect(agents).toMatchObject([{ url: expect.stringContaining("/brand/") }]);
  await using client = contractClient(sandbox.url, { token: sandbox.token });
  const brand = { domain: "nordwind.example" };
  const answer = await client.ask(agents[0]?.url ?? "", "get_brand_identity", { brand });
  expect(answer).toMatchObject({ type: "answered", payload: { colors: expect.anything() } });
  expect(sandbox.calls.at(-1)).toMatchObject({ task: "get_brand_identity", arguments: { brand } });
});

describe("a desk that has two accounts at a seller", () => {
  const seller = "kiosk-exchange.example";
  const ids = ["one.example", "two.example"].map((operator) => `acc_kiosk_acme.example_${operator}`);

  async function openAt(chosen?: string): Promise<Story> {
    const story = await openStory({
      sandbox: {
        rewriteAnswer: ({ agent, task, payload }) =>
          agent === "kiosk" && task === capabilitiesTask
            ? { ...payload, account: { require_operator_auth: true } }
            : payload,
      },
      brief: { channels: ["display"] },
    });
    const { call } = await connect(story.sandbox, "/sellers/kiosk/mcp");
    const accounts = ["one.example", "two.example"].map((operator) => ({
      brand: { domain: "acme.example" },
      operator,
      billing: "operator",
    }));
    await call("sync_accounts", { idempotency_key: key(), accounts });
    const accountsByAgent = { [`${story.sandbox.url}/sellers/kiosk/mcp`]: chosen ?? "" };
    const app = story.anotherApp({
      settings: {
        registry_url: story.sandbox.registryUrl,
        separate_sellers: [...story.sandbox.sharedOrigins],
        governance_url: story.sandbox.governanceUrl,
        well_known_url: story.sandbox.wellKnownUrl,
        home: story.home,
        ...(chosen !== undefined && { accounts: accountsByAgent }),
      },
    });
    await advance(await app.ports(story.campaignId), "end");
    return story;
  }

  it("buys under the one that is chosen, as the same caller", async () => {
    for (const id of ids) {
      await using story = await openAt(id);
      const orders = tasksOf(story, seller, "create_media_buy");
      expect(orders.length).toBeGreaterThan(0);
      for (const { arguments: sent, outcome } of orders) {
        expect(outcome).toBe("answered");
        expect(sent["account"]).toEqual({ account_id: id });
      }
    }
  }, 120_000);

  it("buys under none where none is chosen, and says so", async () => {
    await using story = await openAt();
    expect(tasksOf(story, seller, "create_media_buy")).toEqual([]);
    const { sellers = [] } = await story.state();
    expect(sellers.find(({ id }) => id === seller)?.reasons).toEqual([
      expect.stringMatching(/has 2 accounts for acme\.example .*set which one is bought under/),
    ]);
  }, 120_000);
});

it("the older webhook's credential may stand in its own place, and in no other", async () => {
  const sandbox = await start();
  await using client = contractClient(sandbox.url, { token: sandbox.token });
  const credentials = "a-secret-of-the-caller-for-its-webhook-0123456789";
  const config = {
    url: "https://desk.example/hook",
    authentication: { schemes: ["HMAC-SHA256"], credentials },
  };
  const buy = (change: Json) => client.ask(`${sandbox.url}/sales/mcp`, "create_media_buy", order(change));
  const sent = () => sandbox.calls.filter(({ task }) => task === "create_media_buy");
  expect(await buy({ push_notification_config: config })).toMatchObject({ type: "answered" });
  expect(sent()).toMatchObject([{ arguments: { push_notification_config: config } }]);
  expect(await buy({ ext: { push_notification_config: config } })).toMatchObject({
    type: "failed",
    error: {
      code: "CREDENTIAL_IN_ARGS",
      field: "ext.push_notification_config.authentication.credentials",
      effect: "none",
    },
  });
  expect(sent()).toHaveLength(1);
});

it.each([
  ["one that it names", "desk.example", []],
  [
    "another one than it names",
    "other.example",
    ["acme.shop publishes who may buy for it, and desk.example is not among them."],
  ],
])(
  "a brand is named in each order, and its own file says who may buy for it: %s",
  async (_, named, words) => {
    const at = await host({ authorized_operators: [{ domain: named, brands: ["*"] }] });
    const operators = operatorBook((url, options) =>
      fetchJson(url.replace("https://acme.shop", at), options),
    );
    await using story = await openStory({
      brief: { brand: { domain: "acme.shop" }, channels: ["olv"] },
      settings: { operator: "desk.example" },
    });
    await advance({ ...(await story.app.ports(story.campaignId)), operators }, "end");
    const { preflight } = await story.state();
    const found = preflight?.findings.filter(({ check }) => check === "operator") ?? [];
    expect(found.map(({ what }) => what)).toEqual(words);
    const orders = story.sandbox.calls.filter(({ task }) => task === "create_media_buy");
    expect(orders.length).toBeGreaterThan(0);
    for (const { arguments: sent } of orders) expect(JSON.stringify(sent)).toContain('"domain":"acme.shop"');
  },
  120_000,
);
