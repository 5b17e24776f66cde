import { expect, it } from "vitest";
import { signingPolicy } from "../../../src/protocol/signing/signing-policy.ts";

const call = (name: string, more = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: more } });
const overA2a = {
  "A2A 1.0": (skill: string, input = {}) => ({
    method: "SendMessage",
    params: { message: { messageId: "m", role: "ROLE_USER", parts: [{ data: { skill, input } }] } },
  }),
  "A2A 0.3 without the profile": (skill: string, parameters = {}) => ({
    method: "message/send",
    params: {
      message: { kind: "message", parts: [{ kind: "data", data: { skill, parameters } }] },
      configuration: { blocking: true },
    },
  }),
};
const policy = (request_signing: unknown) => signingPolicy({ request_signing });

it("signs nothing for an agent that does not say that it verifies", () => {
  expect(signingPolicy({})).toBeUndefined();
  expect(policy({ supported: false, required_for: ["create_media_buy"] })).toBeUndefined();
});

it("signs everything for an agent that names no tasks", () => {
  const signs = policy({ supported: true })?.signs;
  expect([signs?.(call("get_products")), signs?.("{}"), signs?.(undefined)]).toEqual([true, true, true]);
});

it("signs the tasks that an agent names, whatever it does with them, and no other", () => {
  const signs = policy({
    supported: true,
    required_for: ["create_media_buy"],
    warn_for: ["update_media_buy"],
    supported_for: ["sync_creatives"],
  })?.signs;
  for (const task of ["create_media_buy", "update_media_buy", "sync_creatives"])
    expect([task, signs?.(call(task))]).toEqual([task, true]);
  for (const body of [call("get_products"), '{"method":"tools/list"}', "no JSON", undefined])
    expect([body, signs?.(body)]).toEqual([body, false]);
});

it.each(Object.entries(overA2a))("signs the named tasks over %s, too", (_, message) => {
  const signs = policy({ supported: true, required_for: ["create_media_buy"] })?.signs;
  const authentication = { schemes: ["Bearer"] };
  expect(signs?.(JSON.stringify(message("create_media_buy")))).toBe(true);
  expect(signs?.(JSON.stringify(message("get_products")))).toBe(false);
  const registers = message("get_products", { push_notification_config: { authentication } });
  expect(signs?.(JSON.stringify(registers))).toBe(true);
});

it("signs the methods of a protocol that an agent names beside its tasks", () => {
  const signs = policy({
    supported: true,
    required_for: ["create_media_buy"],
    protocol_methods_required_for: ["tasks/get"],
    protocol_methods_supported_for: ["tasks/get", "tasks/cancel"],
  })?.signs;
  for (const method of ["tasks/get", "tasks/cancel"])
    expect([method, signs?.(JSON.stringify({ method, params: { id: "t" } }))]).toEqual([method, true]);
  expect(signs?.(JSON.stringify({ method: "GetTask", params: { id: "t" } }))).toBe(false);
});

it("signs what registers a shared secret for webhooks, as whoever changes that reads them", () => {
  const signs = policy({ supported: true, supported_for: [] })?.signs;
  const authentication = { schemes: ["Bearer"] };
  expect(signs?.(call("create_media_buy", { push_notification_config: { authentication } }))).toBe(true);
  expect(signs?.(call("create_media_buy", { push_notification_config: { url: "https://a.example" } }))).toBe(
    false,
  );
});

it.each([
  ["required", true],
  ["either", true],
  ["forbidden", false],
  [undefined, true],
])("covers the body where that is %s: %s", (covers_content_digest, covers) => {
  expect(policy({ supported: true, covers_content_digest })?.coversDigest).toBe(covers);
});
