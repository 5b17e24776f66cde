import { expect, it } from "vitest";
import { signingPolicy } from "../../../src/protocol/signing/signing-policy.ts";

const call = (name: string, more = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: more } });
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
