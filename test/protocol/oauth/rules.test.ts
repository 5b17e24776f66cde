import fc from "fast-check";
import { UnsecuredJWT } from "jose";
import { expect, it } from "vitest";
import { checkIssuer } from "../../../src/protocol/oauth/check-issuer.ts";
import { publishersIssuers } from "../../../src/protocol/oauth/publishers-issuers.ts";
import { sessionOf } from "../../../src/protocol/oauth/session-of.ts";

const issuers = ["https://a.example", "https://b.example/", "https://c.example/tenant"] as const;
const some = fc.uniqueArray(fc.constantFrom(...issuers));
const one = fc.option(fc.constantFrom(...issuers), { nil: undefined });

it("trusts an authorization server only where the agent names it and all that speak agree", () => {
  const cases = fc.record({
    offered: some,
    publishers: fc.option(some, { nil: undefined }),
    pin: one,
    expected: one,
  });
  fc.assert(
    fc.property(cases, ({ pin, ...rest }) => {
      const { offered, publishers, expected } = rest;
      const at = "2027-01-04T08:00:00.000Z";
      const judged = checkIssuer({ ...rest, pin: pin && { issuer: pin, by: "person", at } });
      if (judged.type === "refused") return;
      expect(offered).toContain(judged.issuer);
      for (const word of [pin, expected]) if (word !== undefined) expect(judged.issuer).toBe(word);
      if (publishers !== undefined) expect(publishers).toContain(judged.issuer);
      const vouched = pin !== undefined || expected !== undefined || publishers !== undefined;
      expect(judged.type).toBe(vouched ? "trusted" : "unknown");
    }),
  );
});

it("takes of several publishers' words only what all of them say of this agent", async () => {
  const agentUrl = "https://seller.example/mcp";
  const file = (url: string, authorizationServers?: readonly string[]) => ({
    agents: [{ url, authorizationServers }],
    properties: [],
    revokedDomains: [],
  });
  const files = new Map([
    ["both.example", file(agentUrl, ["https://a.example", "https://b.example"])],
    ["one.example", file(agentUrl, ["https://b.example/"])],
    ["silent.example", file(agentUrl)],
    ["other.example", file("https://other.example/mcp", ["https://a.example"])],
  ]);
  const read = (domain: string) => {
    const found = files.get(domain);
    return found === undefined ? Promise.reject(new Error("there is none")) : Promise.resolve(found);
  };
  const said = (...domains: string[]) => publishersIssuers(agentUrl, domains, read);
  expect(await said("both.example", "one.example", "silent.example")).toEqual(["https://b.example"]);
  expect(await said("silent.example", "other.example", "none.example")).toBeUndefined();
});

it("keeps no token that says that it is for somebody else, or that cannot be sent as Bearer", () => {
  const resource = "https://seller.example/mcp";
  const session = (audience: string | undefined, type = "Bearer") => {
    const jwt = new UnsecuredJWT({});
    const access_token = audience === undefined ? "opaque" : jwt.setAudience(audience).encode();
    const rest = {
      begunAt: "2027-01-04T08:00:00.000Z",
      resource,
      tokenEndpoint: "https://login.example/token",
      client: { client_id: "us" },
    };
    return sessionOf({ access_token, token_type: type, expires_in: 60 }, rest, Date.parse(rest.begunAt));
  };
  expect(session(undefined).expiresAt).toBe("2027-01-04T08:01:00.000Z");
  expect(session(resource).resource).toBe(resource);
  expect(session("https://seller.example").resource).toBe(resource);
  expect(() => session("https://other.example/mcp")).toThrow("the token is for https://other.example/mcp");
  expect(() => session("https://seller.example/mcp2")).toThrow("the token is for");
  expect(() => session(undefined, "DPoP")).toThrow("only Bearer");
});
