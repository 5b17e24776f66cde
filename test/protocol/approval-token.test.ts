import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approvalTokenType } from "../../src/protocol/tasks/names.ts";
import { approvalTokens, type TokenExpectation } from "../../src/protocol/tokens/approval-token.ts";
import { fixedWeb, plainFetch, publish } from "./fixtures.ts";

fixedWeb();

const governanceUrl = "https://governance.example/mcp";
const now = Date.parse("2027-01-04T08:00:00Z");
const expected: TokenExpectation = {
  planId: "plan",
  agentUrl: "https://seller.example/mcp",
  task: "create_media_buy",
  caller: "https://desk.example",
  digest: "d".repeat(64),
  now,
};
const claims = {
  iss: governanceUrl,
  sub: "plan",
  aud: "https://seller.example/mcp",
  tool: "create_media_buy",
  caller: "https://desk.example",
  payload_hash: "d".repeat(64),
  iat: now / 1000,
  exp: now / 1000 + 900,
};

describe("approval tokens", () => {
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let others: typeof keys;
  beforeAll(async () => {
    keys = await generateKeyPair("EdDSA", { extractable: true });
    others = await generateKeyPair("EdDSA", { extractable: true });
  });
  const published = async () => ({
    keys: [{ ...(await exportJWK(keys.publicKey)), kid: "k1", alg: "EdDSA" }],
  });
  const verify = approvalTokens(governanceUrl, plainFetch().fetchJson);
  beforeEach(async () =>
    publish({
      "https://governance.example/.well-known/brand.json": {
        agents: [{ url: governanceUrl, jwks_uri: "https://governance.example/jwks.json" }],
      },
      "https://governance.example/jwks.json": await published(),
    }),
  );
  const signed = (changes: object, header: { kid?: string; typ?: string } = {}, key = keys.privateKey) =>
    new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: "EdDSA", kid: "k1", typ: approvalTokenType, ...header })
      .sign(key);

  it("that fit the call are valid until they expire, and say so where that is over", async () => {
    expect(await verify(await signed({}), expected)).toEqual({ type: "valid", expiresAt: now + 900_000 });
    const past = await signed({ exp: now / 1000 - 1 });
    expect(await verify(past, expected)).toEqual({ type: "valid", expiresAt: now - 1000 });
  });

  it.each([
    ["another plan", { sub: "other" }, /for plan other/],
    [
      "another seller",
      { aud: "https://rival.example/mcp" },
      /audience is "https:\/\/rival.*the call is for "https:\/\/seller/,
    ],
    ["another caller", { caller: "https://rival.example" }, /given to "https:\/\/rival/],
    ["another task", { tool: "update_media_buy" }, /for update_media_buy/],
    ["other arguments", { payload_hash: "e".repeat(64) }, /other arguments/],
    ["the far past", { exp: now / 1000 - 3600 }, /exp/],
    ["another issuer", { iss: "https://elsewhere.example/mcp" }, /iss/],
    ["no arguments at all", { payload_hash: undefined }, /payload_hash/],
  ])("for %s open nothing", async (_, changes, reason) => {
    expect(await verify(await signed(changes), expected)).toMatchObject({
      type: "invalid",
      reason: expect.stringMatching(reason),
    });
  });

  it("signed by another key, of another type or for an unknown key open nothing", async () => {
    const forged = await signed({}, {}, others.privateKey);
    const otherType = await signed({}, { typ: "JWT" });
    const unknownKey = await signed({}, { kid: "k9" });
    for (const token of [forged, otherType, unknownKey, "not.a.token", ""])
      expect((await verify(token, expected)).type).toBe("invalid");
  });

  it("of an agent without published keys open nothing", async () => {
    const keyless = approvalTokens(governanceUrl, () =>
      Promise.resolve({ agents: [{ url: governanceUrl }] }),
    );
    expect(await keyless(await signed({}), expected)).toMatchObject({
      type: "invalid",
      reason: expect.stringContaining("names no keys"),
    });
  });
});
