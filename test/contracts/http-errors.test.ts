import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOfHttpStatus } from "../../src/protocol/messages/error-codes.ts";
import { wires } from "../../src/protocol/messages/transport.ts";
import { connect } from "../sandbox/connect.ts";
import { fields } from "../sandbox/contract/fields.ts";
import { withValue } from "../sandbox/contract/paths.ts";
import { type ContractTask, openWorld, type World, wireName } from "../sandbox/contract/world.ts";
import { contractClient } from "./contract-client.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.sandbox.close());

const slugOf = (agent: string) => agent.split("/").at(-2) ?? "";

/** What a call without a session is answered at once, over either wire. */
function post(
  agent: string,
  task: ContractTask,
  given: Record<string, unknown>,
  token = world.sandbox.token,
) {
  return fetch(`${world.sandbox.url}${agent}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: wireName(task), arguments: given },
    }),
  });
}

describe("a seller that refuses by HTTP", () => {
  beforeAll(() => {
    for (const { agent } of Object.values(world.valid))
      world.sandbox.faults.set(slugOf(agent), { rules: [{ do: "http-errors" }] });
  });
  afterAll(() => world.sandbox.faults.clear());

  it.each<[number, string, ContractTask, string, unknown]>([
    [400, "INVALID_FORMAT_ID", "build_creative", "target_format_ids[0]", "display_300x250"],
    [400, "INVALID_REQUEST", "create_media_buy", "idempotency_key", undefined],
    [404, "PRODUCT_NOT_FOUND", "create_media_buy", "packages[0].product_id", "none"],
    [404, "MEDIA_BUY_NOT_FOUND", "update_media_buy", "media_buy_id", "none"],
    [404, "CREATIVE_NOT_FOUND", "create_media_buy", "packages[0].creative_ids", ["none"]],
    [
      404,
      "FORMAT_NOT_SUPPORTED",
      "preview_creative",
      "format_id",
      { agent_url: "https://other.example", id: "x" },
    ],
    [422, "VALIDATION_ERROR", "create_media_buy", "packages[0].budget", 0],
  ])("says %i for %s in %s", async (status, code, task, path, value) => {
    const { agent, request } = world.valid[task];
    const refused = await post(agent, task, withValue(request(), path, value));
    expect(refused.status).toBe(status);
    expect(await refused.json()).toMatchObject({ error: { code, message: expect.any(String) } });
  });

  it("says 401 for a token that it does not know", async () => {
    const refused = await post("/sales/mcp", "create_media_buy", {}, "guess");
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { code: "UNAUTHORIZED" } });
  });

  it("answers what is right as ever", async () => {
    const { call } = await connect(world.sandbox, "/sales/mcp");
    expect((await call("get_products", {})).products).not.toEqual([]);
  });
});

describe.each(wires)("the client over %s", (wire) => {
  it.each([400, 401, 404, 422])(
    "reads HTTP %i to any task as what it says, and never as done",
    async (status) => {
      await using client = contractClient(world.sandbox.url, { token: world.sandbox.token, wire });
      for (const task of Object.keys(fields) as ContractTask[]) {
        const { agent, request } = world.valid[task];
        world.sandbox.faults.set(slugOf(agent), {
          rules: [{ do: "http", status, task }],
        });
        const answer = await client.ask(
          `${world.sandbox.url}${agent.replace(/mcp$/, wire)}`,
          task,
          request(),
        );
        expect(answer, task).toMatchObject({ type: "failed", error: { code: codeOfHttpStatus(status) } });
      }
      world.sandbox.faults.clear();
    },
  );
});
