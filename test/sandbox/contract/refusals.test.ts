import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { knownCode } from "../../../src/protocol/messages/error-codes.ts";
import { connect } from "../connect.ts";
import { withValue } from "./paths.ts";
import { refusals } from "./refusals.ts";
import { type ContractTask, openWorld, type World, wireName } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.sandbox.close());

describe.each(Object.entries(refusals))("%s", (name, rows) => {
  // The table's own keys are the task names.
  const task = name as ContractTask;

  it("has at least three ways to be wrong", () => {
    expect(rows.length).toBeGreaterThanOrEqual(3);
  });

  it.each(rows)("refuses $path as $to with $code", async ({ path, to, code, field = path }) => {
    const { agent, request } = world.valid[task];
    const { refusal } = await connect(world.sandbox, agent);
    const error = await refusal(wireName(task), withValue(request(), path, to));
    expect(error).toMatchObject({ code, field, recovery: knownCode(code)?.recovery });
    expect(error["message"]).toEqual(expect.any(String));
  });
});

it("refuses changes, libraries and governance to callers without credentials", async () => {
  const closed = Object.entries(world.valid).filter(
    ([task]) =>
      ![
        "get_capabilities",
        "get_products",
        "list_creative_formats",
        "list_authorized_properties",
        "preview_creative",
        "get_signals",
      ].includes(task),
  );
  for (const [task, { agent, request }] of closed) {
    const { refusal } = await connect(world.sandbox, agent, null);
    expect(await refusal(wireName(task as ContractTask), request())).toMatchObject({
      code: "UNAUTHORIZED",
      recovery: "terminal",
    });
  }
});
