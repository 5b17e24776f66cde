import { describe, expect, it } from "vitest";
import {
  type Authenticator,
  basicAuth,
  bearerAuth,
  legacyBearerAuth,
} from "../../src/sandbox/authenticators.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { connect, start } from "./connect.ts";

const tokens = new Map([["own-token", "desk"]]);
const passwords = new Map([["desk", "wörd: with a colon"]]);
const pair = Buffer.from("desk:wörd: with a colon").toString("base64");

function post(sandbox: Sandbox, task: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(`${sandbox.url}/sales/mcp`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: task, arguments: {} },
    }),
  });
}

const doors: [string, Authenticator, string, Readonly<Record<string, string>>][] = [
  ["bearer", bearerAuth(tokens), "Bearer", { Authorization: "Bearer own-token" }],
  ["basic", basicAuth(passwords), "Basic", { Authorization: `Basic ${pair}` }],
  ["bearer in the older header", legacyBearerAuth(tokens), "Bearer", { "x-svc-auth": "own-token" }],
];

describe.each(doors)("a door of its own: %s", (_name, door, scheme, good) => {
  it("lets nobody's calls of public tasks in, and shows them a part of the catalogue", async () => {
    const sandbox = await start({ authenticators: { sales: door } });
    const { call } = await connect(sandbox, "/sales/mcp", null);
    expect(await call("get_capabilities", {})).toMatchObject({ authentication: { kinds: [door.kind] } });
    expect((await call("list_creative_formats", {})).formats).not.toEqual([]);
    const { products } = await call("get_products", { brief: "ctv" });
    expect(products).not.toEqual([]);
    expect(JSON.stringify(products)).not.toMatch(/fixed_price|"floor"/);
  });

  it("answers a protected task without or with a wrong credential with 401 and what it wants", async () => {
    const sandbox = await start({ authenticators: { sales: door } });
    const wrong: Readonly<Record<string, string>>[] = [
      {},
      // The shared token opens other doors.
      { Authorization: `Bearer ${sandbox.token}` },
      { Authorization: "Basic bm9ib2R5OndvcmQ=" },
      { Authorization: "Basic" },
      { Authorization: "Bearer" },
    ];
    for (const headers of wrong) {
      const refused = await post(sandbox, "list_accounts", headers);
      expect(refused.status).toBe(401);
      expect(refused.headers.get("www-authenticate")).toMatch(
        new RegExp(`^${scheme} realm="harbour.example"`),
      );
      await refused.body?.cancel();
    }
    expect(sandbox.calls).toEqual([]);
    const answered = await post(sandbox, "list_accounts", good);
    expect(answered.status).toBe(200);
    expect(await answered.text()).toContain('"accounts":[]');
  });
});
