import { describe, expect, it } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { createClient } from "../../src/protocol/client/client.ts";
import { credentialPath } from "../../src/protocol/client/credential-scan.ts";
import { connect, start } from "../sandbox/connect.ts";

const jwt = "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJkZXNrIn0.c2lnbmF0dXJl";
const basic = Buffer.from("desk:word").toString("base64");

const found: readonly [unknown, string][] = [
  [{ api_key: "x" }, "api_key"],
  [{ apiKey: "x" }, "apiKey"],
  [{ context: { deep: [{ client_secret: "x" }] } }, "context.deep[0].client_secret"],
  [{ ext: { meta_access_token: "x" } }, "ext.meta_access_token"],
  [{ ext: { metaAccessToken: "x" } }, "ext.metaAccessToken"],
  [{ Authorization: "Bearer x" }, "Authorization"],
  [{ context: { password: 1 } }, "context.password"],
  [{ context: { jwks: {} } }, "context.jwks"],
  [{ ext: { credentials: "x" } }, "ext.credentials"],
  [
    { ext: { push_notification_config: { authentication: { credentials: "x" } } } },
    "ext.push_notification_config.authentication.credentials",
  ],
  [
    { push_notification_config: { authentication: { api_key: "x" } } },
    "push_notification_config.authentication.api_key",
  ],
  [{ context: { note: "Bearer abcdefgh12345678" } }, "context.note"],
  [{ brief: "call us with bearer abcdefghijklmnop123456" }, "brief"],
  [{ packages: [{ note: `Basic ${basic}` }] }, "packages[0].note"],
  [{ context: { a: [jwt] } }, "context.a[0]"],
  [{ context: { governance_context: jwt } }, "context.governance_context"],
  [{ context: { a: "-----BEGIN PRIVATE KEY-----\nMC4C" } }, "context.a"],
  [{ feed: { url: "https://desk:word@feeds.example/a.xml" } }, "feed.url"],
];

describe("credentialPath", () => {
  it.each(found)("finds %j", (value, path) => {
    expect(credentialPath(value)).toBe(path);
  });

  it.each([
    {
      push_notification_config: {
        url: "https://b.example",
        authentication: { schemes: [], credentials: "x" },
      },
    },
    { reporting_webhook: { authentication: { credentials: "Bearer abcdefgh12345678" } } },
    {
      accounts: [{ governance_agents: [{ url: "https://g.example", authentication: { credentials: jwt } }] }],
    },
    { payload: { push_notification_config: { authentication: { credentials: "x" } } } },
    { governance_context: jwt, payload: { governance_context: jwt } },
    { author: "x", key: "y", tokens: 3, message: "api_key", activation_key: { key: "audience", value: "s" } },
    { brief: "Basic targeting for the bearer responsibilities of a standard-bearer, secret sale" },
    { assets: { vast: { url: `https://cdn.example/a.xml?sig=${jwt}` } } },
    { assets: { page: { url: "https://acme.example/@shop:deals?at=12:30" } } },
  ])("lets %j through", (value) => {
    expect(credentialPath(value)).toBeUndefined();
  });

  it("finds a text that holds one of the desk's own secrets wherever it stands, and excuses none", () => {
    const isSecret = (text: string) => text.includes("our-own-token");
    expect(credentialPath({ brief: "as our-own-token says" }, isSecret)).toBe("brief");
    const webhook = { push_notification_config: { authentication: { credentials: "our-own-token" } } };
    expect(credentialPath(webhook, isSecret)).toBe("push_notification_config.authentication.credentials");
    expect(credentialPath({ ext: { "our-own-token": 1 } }, isSecret)).toBe("ext");
  });
});

it("is held to by the client, which sends nothing, and by the sandbox, whose word is final", async () => {
  const sandbox = await start();
  const { refusal } = await connect(sandbox, "/sales/mcp");
  for (const [context, path] of found)
    expect(await refusal("get_products", { brief: "ctv", ext: context })).toMatchObject({
      code: "CREDENTIAL_IN_ARGS",
      recovery: "terminal",
      field: expect.stringMatching(/^ext\./),
      message: expect.not.stringContaining(path === "" ? "?" : jwt),
    });
  const clock = simulatedClock(0);
  let calls = 0;
  const client = createClient({
    transport: () => ({
      call: () => {
        calls += 1;
        return Promise.resolve({});
      },
      tools: () => Promise.resolve([]),
      close: () => Promise.resolve(),
    }),
    isSecret: (text) => text.includes("our-own-token"),
    clock,
    now: clock.now,
  });
  for (const brief of ["our-own-token", "Bearer abcdefgh12345678"])
    expect(await client.read(`${sandbox.url}/sales/mcp`, "get_products", { brief })).toMatchObject({
      error: { code: "CREDENTIAL_IN_ARGS", recovery: "terminal", field: "brief" },
    });
  expect(calls).toBe(0);
});
