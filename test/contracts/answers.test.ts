import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wires } from "../../src/protocol/messages/transport.ts";
import { fields } from "../sandbox/contract/fields.ts";
import { valueAt } from "../sandbox/contract/paths.ts";
import { type ContractTask, openWorld, type World } from "../sandbox/contract/world.ts";
import { contractClient } from "./contract-client.ts";

describe.each(wires)("over %s", (wire) => {
  let world: World;
  let client: ReturnType<typeof contractClient>;
  beforeAll(async () => {
    world = await openWorld();
    client = contractClient(world.sandbox.url, { token: world.sandbox.token, wire });
  });
  afterAll(async () => {
    await client[Symbol.asyncDispose]();
    await world.sandbox.close();
  });

  it.each(Object.keys(fields) as ContractTask[])(
    "the client reads the answer to %s with every field that the contract names",
    async (task) => {
      const { agent, request } = world.valid[task];
      const agentUrl = `${world.sandbox.url}${agent.replace(/mcp$/, wire)}`;
      const answer = await client.ask(agentUrl, task, request());
      expect(answer).toMatchObject({ type: "answered", payload: { sandbox: true } });
      const { payload } = answer as { payload: unknown };
      for (const field of fields[task]) expect(valueAt(payload, field), field).toBeDefined();
      expect(world.sandbox.calls.at(-1)).toMatchObject({ wire, outcome: "answered" });
    },
  );
});
