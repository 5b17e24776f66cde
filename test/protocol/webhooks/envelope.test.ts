import { expect, it } from "vitest";
import { readEnvelope } from "../../../src/protocol/webhooks/envelope.ts";

it.each(["", "{", "nobody wrote JSON"])("says of a body like %j that it is not JSON", (body) => {
  expect(readEnvelope(body, "op")).toEqual({ problem: "it is not JSON" });
});

it.each([
  ["active", { problem: "its status is a buy's, and it is about a task" }],
  ["completed", { status: "completed" }],
])("holds the status %s against what a task can be", (status, expected) => {
  const told = { idempotency_key: "k", task_id: "t", task_type: "create_media_buy", status };
  const body = JSON.stringify({ ...told, timestamp: "2027-01-04T08:00:00Z" });
  expect(readEnvelope(body, "op")).toMatchObject(expected);
});

it("names what is missing", () => {
  expect(readEnvelope("{}", "op")).toMatchObject({ problem: expect.stringContaining("missing") });
});
