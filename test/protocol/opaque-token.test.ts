import { SignJWT } from "jose";
import { expect, it } from "vitest";
import { adcp } from "../../src/protocol/dialects/adcp/adcp.ts";
import { svc } from "../../src/protocol/dialects/svc.ts";
import { names } from "../../src/protocol/tasks/names.ts";
import { tokensByDialect } from "../../src/protocol/tokens/opaque-token.ts";

const now = Date.parse("2027-01-04T08:00:00Z");
const expected = {
  planId: "winter-1",
  agentUrl: "https://sales.example/mcp",
  task: "create_media_buy",
  caller: "https://desk.example",
  digest: "d",
  now,
};
const check = tokensByDialect("https://governance.example/mcp", {
  verify: () => Promise.resolve({ type: "invalid", reason: "it was verified" }),
  dialectOf: () => Promise.resolve(adcp("3.0", [])),
});
const signed = (claims: Record<string, unknown>, typ: string = names.adcp.approvalTokenType) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ })
    .sign(new TextEncoder().encode("a key that nobody here knows, of 32 bytes"));

it("takes any token of legal form from an agent of the public standard, and says nothing of its end", async () => {
  expect(await check("opaque token 1", expected)).toEqual({
    type: "valid",
    expiresAt: Number.POSITIVE_INFINITY,
  });
});

it.each(["", "ü", "two\nlines", "x".repeat(4097)])(
  "refuses a token without the legal form (%#)",
  async (token) => {
    expect((await check(token, expected)).type).toBe("invalid");
  },
);

it("honours the end that a signed token names, and the agent that it is for", async () => {
  const exp = now / 1000 + 60;
  expect(await check(await signed({ exp, aud: `${expected.agentUrl}/` }), expected)).toEqual({
    type: "valid",
    expiresAt: now + 60_000,
  });
  expect(await check(await signed({ exp, aud: "https://other.example/mcp" }), expected)).toEqual({
    type: "invalid",
    reason: `its audience is "https://other.example/mcp", and the call is for "${expected.agentUrl}"`,
  });
});

it("reads nothing in a token of another kind", async () => {
  const token = await signed({ aud: "https://other.example/mcp" }, "jwt");
  expect((await check(token, expected)).type).toBe("valid");
});

it("has tokens of the contract's agents verified", async () => {
  const contract = tokensByDialect("https://governance.example/mcp", {
    verify: () => Promise.resolve({ type: "invalid", reason: "it was verified" }),
    dialectOf: () => Promise.resolve(svc),
  });
  expect(await contract("opaque", expected)).toEqual({ type: "invalid", reason: "it was verified" });
});
