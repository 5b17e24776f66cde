import { describe, expect, it } from "vitest";
import { credentialPath } from "../../src/protocol/credential-scan.ts";

describe("credentialPath", () => {
  it.each([
    [{ api_key: "x" }, "api_key"],
    [{ context: { deep: [{ client_secret: "x" }] } }, "context.deep[0].client_secret"],
    [{ ext: { meta_access_token: "x" } }, "ext.meta_access_token"],
    [{ Authorization: "Bearer x" }, "Authorization"],
  ])("finds %j", (value, path) => {
    expect(credentialPath(value)).toBe(path);
  });

  it("lets through what the contract allows, and words that only sound alike", () => {
    const config = {
      push_notification_config: {
        url: "https://b.example",
        authentication: { schemes: [], credentials: "x" },
      },
    };
    expect(credentialPath(config)).toBeUndefined();
    expect(credentialPath({ author: "x", key: "y", tokens: 3, message: "api_key" })).toBeUndefined();
  });
});
