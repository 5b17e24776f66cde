import { expect, it } from "vitest";
import { readEnvelope } from "../../../src/protocol/webhooks/envelope.ts";

it.each(["", "{", "nobody wrote JSON"])("says of a body like %j that it is not JSON", (body) => {
  expect(readEnvelope(body, "op")).toEqual({ problem: "it is not JSON" });
});

it("names what is missing", () => {
  expect(readEnvelope("{}", "op")).toMatchObject({ problem: expect.stringContaining("missing") });
});
