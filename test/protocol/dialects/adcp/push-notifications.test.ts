import { expect, it } from "vitest";
import { pushNotifications } from "../../../../src/protocol/dialects/adcp/push-notifications.ts";
import { signedScheme } from "../../../../src/protocol/webhooks/scheme.ts";

const operation = "5e3c7a8e-0000-4000-8000-00000000000a";
const url = `https://buyer.example/webhooks/${operation}`;
const inside = {
  packages: [],
  push_notification_config: { url, authentication: { schemes: [signedScheme] } },
};
const at = (release: "3.0" | "3.1") => ({ release, request: {} });

it.each([
  ["3.0", { url, token: operation }],
  ["3.1", { url, token: operation, operation_id: operation }],
] as const)(
  "asks a seller of %s for signed reports by saying nothing of authentication",
  (release, config) => {
    const wire = pushNotifications.write(inside, at(release));
    expect(wire).toEqual({ packages: [], push_notification_config: config });
    expect(pushNotifications.read(wire, at(release))).toEqual(inside);
  },
);

it("reads a shared secret, an operation and a token of somebody else as they are", () => {
  const push_notification_config = {
    url: "https://other.example/hook",
    operation_id: "op_1",
    token: "a-token-of-their-own",
    authentication: { schemes: ["Bearer"], credentials: "x".repeat(32) },
  };
  expect(pushNotifications.read({ push_notification_config }, at("3.1"))).toEqual({
    push_notification_config,
  });
});

it("registers nowhere where reports come with a shared secret, which goes into no call", () => {
  const push_notification_config = { url, authentication: { schemes: ["HMAC-SHA256"] } };
  expect(pushNotifications.write({ packages: [], push_notification_config }, at("3.1"))).toEqual({
    packages: [],
  });
});

it("leaves a request alone that registers for nothing", () => {
  expect(pushNotifications.write({ packages: [] }, at("3.1"))).toEqual({ packages: [] });
  expect(pushNotifications.read({ packages: [] }, at("3.1"))).toEqual({ packages: [] });
});
