import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { mcpOverHttp } from "../../src/mcp/http.ts";
import { mcpServer, type OpenDesk } from "../../src/mcp/server.ts";
import { serverApp } from "../../src/server/app.ts";
import { hostsOf } from "../../src/server/hosts.ts";
import { type Listening, listen } from "../../src/server/listen.ts";
import { conformanceServer } from "./conformance-server.ts";

/** The suite brings no token; who comes is let in here, which the tests of the door itself do not do. */
async function served(serve: Parameters<typeof mcpOverHttp>[0]["serve"]): Promise<Listening> {
  const expiresAt = Math.floor(Date.now() / 1000) + 3_600;
  const door = mcpOverHttp({
    serve,
    names: ["localhost", "127.0.0.1"],
    verifier: {
      verifyAccessToken: (token) =>
        Promise.resolve({
          token,
          clientId: "suite",
          scopes: ["desk:read"],
          expiresAt,
          extra: { person: "suite" },
        }),
    },
    allowance: () => 0,
    failed: () => undefined,
  });
  const mcp = (request: Request) => {
    const headers = new Headers(request.headers);
    headers.set("authorization", "Bearer suite");
    return door(new Request(request, { headers }));
  };
  return listen({ host: "127.0.0.1", port: 0 }, (port) =>
    serverApp({
      hosts: hostsOf({ host: "127.0.0.1", port }),
      health: () => ({ healthy: true }),
      wake: () => undefined,
      mcp,
    }),
  );
}

/** What the suite found at an address, by scenario. */
async function conformance(serve: Parameters<typeof served>[0]): Promise<Map<string, boolean>> {
  const { url, close } = await served(serve);
  const suite = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));
  // It ends with 1 where a scenario fails, and its words are the same.
  const { stdout } = await promisify(execFile)(process.execPath, [suite, "server", "--url", `${url}/mcp`], {
    maxBuffer: 2 ** 26,
  }).catch((cause: { readonly stdout: string }) => cause);
  await close();
  const lines = stdout.matchAll(/^([✓✗]) ([\w-]+): /gmu);
  return new Map([...lines].map(([, mark, name = ""]) => [name, mark === "✓"]));
}

const passed = (found: ReadonlyMap<string, boolean>) =>
  [...found].flatMap(([name, ok]) => (ok ? [name] : []));

it("passes what the public suite asks of any server, as the desk itself", async () => {
  const open: OpenDesk = () => Promise.reject(new Error("nothing is asked of a desk"));
  const found = await conformance((person) => mcpServer({ open, version: "0", person }));
  // The others call tools, resources and prompts of the suite's own.
  expect(passed(found)).toEqual([
    "server-initialize",
    "ping",
    "tools-list",
    "server-sse-multiple-streams",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
  ]);
});

it("passes the whole public suite with the suite's own tools behind the same door", async () => {
  const found = await conformance(conformanceServer);
  expect(found.size).toBe(30);
  expect(passed(found)).toEqual([...found.keys()]);
});
