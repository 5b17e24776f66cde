import { afterAll, beforeAll, expect, it } from "vitest";
import { tasks } from "../../../src/protocol/tasks/index.ts";
import { connect } from "../connect.ts";
import { fields } from "./fields.ts";
import { valueAt } from "./paths.ts";
import { type ContractTask, openWorld, type World, wireName } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.sandbox.close());

it.each(Object.keys(fields) as ContractTask[])("%s answers what the contract says", async (task) => {
  const { agent, request } = world.valid[task];
  const { raw } = await connect(world.sandbox, agent);
  const given = request();
  const result = await raw(wireName(task), given);
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
  expect(tasks[task].response.safeParse(result.structuredContent).error).toBeUndefined();
  for (const field of fields[task])
    expect(valueAt(result.structuredContent, field), `${task}: ${field}`).toBeDefined();
  expect(result.structuredContent?.["sandbox"]).toBe(true);
  // The text holds the same answer, for clients that read only that.
  const [text] = result.content;
  expect(JSON.parse(text?.type === "text" ? text.text : "")).toEqual(result.structuredContent);
  if (!tasks[task].mutates) return;
  expect((await raw(wireName(task), given)).structuredContent).toMatchObject({ replayed: true });
});
