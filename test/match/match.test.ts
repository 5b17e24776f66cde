import { createHash, generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { uidTypes } from "../../src/match/identity.ts";
import { hashToken } from "../../src/match/stored-tokens.ts";
import { contextToSign, epochOf, identityToSign } from "../../src/protocol/signing/match-request.ts";
import { times } from "../depth.ts";
import {
  contextRequest,
  identityRequest,
  matchPackage,
  now,
  openSides,
  propertyRid,
  schemaErrors,
  sellerUrl,
} from "./side.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
/** Of each side. */
const runs = times(1_000, 5_000);
const text = fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" });
const id = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
const some = <Shape extends Record<string, fc.Arbitrary<unknown>>>(shape: Shape) =>
  fc.record(shape, { requiredKeys: [] });

const contextRequests = fc
  .tuple(
    fc.record({ request_id: id, placement_id: id }),
    some({
      property_id: fc.constantFrom("home", "news_app"),
      protocol_version: fc.constant("1.0"),
      adcp_version: fc.constantFrom("3.0", "3.1", "3.1-beta"),
      artifact_refs: fc.array(fc.record({ type: fc.constantFrom("url", "eidr", "custom"), value: text }), {
        minLength: 1,
        maxLength: 3,
      }),
      artifact: fc.record({ property_rid: text, artifact_id: text, assets: fc.array(some({ text })) }),
      geo: some({
        country: fc.constantFrom("DE", "AT", "US"),
        region: fc.constantFrom("DE-BY", "DE-BE", "US-CO"),
        metro: fc.record({ system: fc.constantFrom("nielsen_dma", "uk_itl2"), value: id }),
      }),
      context_signals: some({
        topics: fc.array(text, { maxLength: 4 }),
        keywords: fc.array(fc.constantFrom("hiking", "gambling tips"), { maxLength: 3 }),
        language: fc.constantFrom("de", "en"),
        sentiment: fc.constantFrom("positive", "mixed"),
        summary: text,
      }),
      package_ids: fc.uniqueArray(fc.constantFrom("p1", "p2", "unknown"), { minLength: 1 }),
    }),
  )
  .map(([own, more]) => ({ ...contextRequest, ...own, ...more }));

const identityRequests = fc
  .tuple(
    fc.record({
      request_id: id,
      identities: fc.array(
        fc
          .tuple(
            fc.record({ user_token: text, uid_type: fc.constantFrom(...uidTypes) }),
            some({
              attestation: fc.record({
                issuer: fc.constant({ domain: "world.org" }),
                scheme: text,
                claims: fc.constant(["unique_human"]),
                proof: fc.constant({ nonce: "1" }),
              }),
            }),
          )
          .map(([one, more]) => ({ ...one, ...more })),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    some({
      consent: some({ gdpr: fc.boolean(), tcf_consent: text, gpp: text, us_privacy: text }),
      package_ids: fc.array(text, { minLength: 1, maxLength: 4 }),
      country: fc.constantFrom("DE", "FR"),
      sealed_credentials: fc.array(fc.record({ audience_kid: id, payload: id }), { maxLength: 3 }),
    }),
  )
  .map(([own, more]) => ({ ...identityRequest, consent: undefined, ...own, ...more }))
  .map(({ consent, ...rest }) => (consent === undefined ? rest : { ...rest, consent }));

const listed = [
  matchPackage("p1", { targeting: { countries: ["DE"], avoid: ["gambling"], languages: ["de"] } }),
  matchPackage("p2", {
    targeting: { countries: ["DE", "AT"], exclude: { regions: ["DE-BE"] } },
    brand: { domain: "acme.example" },
  }),
];

describe("messages by the public standard's schemas", () => {
  it("answers every context request that is one, in the shape of an answer", async () => {
    const { send } = openSides(listed);
    await fc.assert(
      fc.asyncProperty(contextRequests, async (request) => {
        expect(schemaErrors("context-match-request", request)).toEqual([]);
        const { status, body } = await send("context", request);
        expect([status, body.type]).toEqual([200, "context_match_response"]);
        expect(schemaErrors("context-match-response", body)).toEqual([]);
      }),
      { numRuns: runs },
    );
  }, 120_000);

  it("answers every identity request that is one, in the shape of an answer or of an error", async () => {
    const { send } = openSides(listed);
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(identityRequests, async (request) => {
        expect(schemaErrors("identity-match-request", request)).toEqual([]);
        const { status, body } = await send("identity", request);
        expect(status).toBe(200);
        kinds.add(body.type);
        const shape = body.type === "error" ? "error" : "provider-identity-match-response";
        expect(schemaErrors(shape, body)).toEqual([]);
      }),
      { numRuns: runs },
    );
    expect(kinds).toEqual(new Set(["error", "identity_match_response"]));
  }, 120_000);
});

describe("what is signed", () => {
  const by = { endpoint: "https://provider.example", epoch: 20_473 };

  it("is of a context request seven lines", () => {
    const request = { ...contextRequest, package_ids: ["b", "a"] };
    const lines = [
      "context_match_request",
      sellerUrl,
      propertyRid,
      "article-sidebar",
      "a,b",
      by.endpoint,
      "20473",
    ];
    expect(contextToSign(request, by).toString()).toBe(lines.join("\n"));
    expect(contextToSign(contextRequest, by).toString().split("\n")[4]).toBe("");
  });

  it("is of an identity request the digest of one object, each token once and in order", () => {
    const identities = [
      { user_token: "b", uid_type: "uid2" },
      { user_token: "a", uid_type: "id5" },
      { user_token: "b", uid_type: "uid2" },
    ];
    const tokens = sha256('[{"uid_type":"id5","user_token":"a"},{"uid_type":"uid2","user_token":"b"}]');
    const spelled = `{"consent":{"gdpr":true,"tcf_consent":"CPxyz"},"daily_epoch":20473,"identities_hash":"${tokens}","package_ids":["😀","\uFFFD"],"provider_endpoint_url":"https://provider.example","request_id":"id-1","sealed_credentials_hash":null,"seller_agent_url":"${sellerUrl}","type":"identity_match_request"}`;
    // By bytes the replacement character comes first, by UTF-16 units the smile does.
    const inOrder = spelled.replace('["😀","\uFFFD"]', '["\uFFFD","😀"]');
    const request = { ...identityRequest, identities, package_ids: ["😀", "\uFFFD"] };
    expect(identityToSign(request, by).toString()).toBe(sha256(inOrder));
  });

  it("covers what is proved of a token, and what is sealed", () => {
    const [token] = identityRequest.identities;
    const plain = identityToSign(identityRequest, by).toString();
    const proved = { ...identityRequest, identities: [{ ...token, attestation: { scheme: "x" } }] };
    const sealed = { ...identityRequest, sealed_credentials: [{ audience_kid: "a", payload: "x.y" }] };
    for (const other of [proved, sealed])
      expect(identityToSign(other as never, by).toString()).not.toBe(plain);
  });
});

describe("who is answered", () => {
  const stranger = generateKeyPairSync("ed25519").privateKey;
  const today = epochOf(now);
  const both = [
    ["context", contextRequest],
    ["identity", identityRequest],
  ] as const;

  it.each(both)("is on the %s side whoever signed for it today or yesterday", async (side, request) => {
    const { send } = openSides(listed);
    for (const epoch of [today, today - 1]) expect((await send(side, request, { epoch })).status).toBe(200);
    const spelled = { ...request, seller_agent_url: "HTTPS://seller.example:443/mcp" };
    expect((await send(side, spelled, { as: { seller_agent_url: sellerUrl } })).status).toBe(200);
  });

  it.each([
    ["another key", { key: stranger }],
    ["a key that is not registered", { kid: "router-2" }],
    ["the day before yesterday", { epoch: today - 2 }],
    ["tomorrow", { epoch: today + 1 }],
    ["another provider", { endpoint: "https://elsewhere.example" }],
    ["another seller", { as: { seller_agent_url: "https://other.example/mcp" } }],
  ])("is nobody who signed with or for %s", async (_, signing) => {
    for (const [side, request] of both) {
      const { send } = openSides(listed);
      expect(await send(side, request, signing)).toEqual({ status: 401, body: undefined });
    }
  });

  it("is nobody who asks for a seller that is not the router's, or changes what was signed", async () => {
    const { send } = openSides(listed);
    const foreign = { seller_agent_url: "https://other.example/mcp" };
    const changes = [
      ["context", { ...contextRequest, ...foreign }, {}],
      ["context", { ...contextRequest, placement_id: "b" }, { as: contextRequest }],
      ["context", { ...contextRequest, package_ids: ["p1"] }, { as: { package_ids: undefined } }],
      ["identity", { ...identityRequest, request_id: "id-2" }, { as: identityRequest }],
      ["identity", { ...identityRequest, consent: { gdpr: false } }, { as: identityRequest }],
    ] as const;
    for (const [side, request, signing] of changes)
      expect((await send(side, request, signing)).status).toBe(401);
  });

  it("is nobody whose key was revoked before that day", async () => {
    const revoked = openSides(listed, { revoked_at: "2027-01-20T01:00:00Z" });
    expect((await revoked.send("context", contextRequest)).status).toBe(401);
    expect((await revoked.send("context", contextRequest, { epoch: today - 1 })).status).toBe(200);
  });

  it("is a router as often as was agreed", async () => {
    const { send } = openSides(listed, { perSecond: 1 });
    const answers = [];
    for (const request_id of ["a", "b", "c"])
      answers.push((await send("context", { ...contextRequest, request_id })).body);
    expect(answers.map(({ code }) => code)).toEqual([undefined, undefined, "rate_limited"]);
    expect(schemaErrors("error", answers[2])).toEqual([]);
  });

  it("gets 400 where it asks the other side, or asks nothing", async () => {
    const { apps, send } = openSides(listed);
    expect((await send("context", identityRequest)).status).toBe(400);
    expect((await send("identity", contextRequest)).status).toBe(400);
    const post = (body: string) => apps.context.request("/context", { method: "POST", body });
    for (const body of ["", "[]", "{", "x".repeat(300_000)]) expect((await post(body)).status).toBe(400);
    const deep = `{"type":"context_match_request","a":${"[".repeat(60_000)}${"]".repeat(60_000)}}`;
    expect(await (await post(deep)).json()).toMatchObject({ type: "error", code: "invalid_request" });
  });
});

describe("what each side may know", () => {
  it.each([
    ["context", { identities: identityRequest.identities }],
    ["context", { user_token: "tok" }],
    ["context", { consent: {} }],
    ["context", { ext: {} }],
    ["context", { geo: { country: "DE", postcode: "80331" } }],
    ["context", { artifact: { property_rid: "a", artifact_id: "b", assets: [{ meta: { uid_type: "x" } }] } }],
    ["context", { placement_id: "a\nb" }],
    ["context", { package_ids: ["a,b"] }],
    ["identity", { property_rid: propertyRid }],
    ["identity", { placement_id: "a" }],
    ["identity", { context_signals: {} }],
    ["identity", { url: "https://news.example/a" }],
    ["identity", { geo: { country: "DE" } }],
    ["identity", { context: {} }],
    ["identity", { consent: { gdpr: false, page_url: "https://news.example" } }],
  ] as const)("refuses on the %s side a request with %o", async (side, more) => {
    const { send, refusals } = openSides(listed);
    const request = { ...(side === "context" ? contextRequest : identityRequest), ...more };
    const own = side === "context" ? contextRequest : identityRequest;
    const { status, body } = await send(side, request, {
      as: { ...own, ...("placement_id" in more && more) },
    });
    expect([status, body.code]).toEqual([200, "invalid_request"]);
    expect(schemaErrors("error", body)).toEqual([]);
    expect(refusals).toEqual(["invalid_request"]);
    expect(body.message).not.toMatch(/tok|news|80331/);
  });

  it("tells of one side nothing that the other was asked: histories change no answer", async () => {
    const step = fc.oneof(
      contextRequests.map((request) => ["context", request] as const),
      identityRequests.map((request) => ["identity", request] as const),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.constantFrom("context", "identity"),
        async (steps, side) => {
          const answersOf = async (asked: typeof steps) => {
            const { send } = openSides(listed);
            const answers = [];
            for (const [at, request] of asked) {
              const answer = await send(at, request);
              if (at === side) answers.push(answer);
            }
            return answers;
          };
          expect(await answersOf(steps)).toEqual(await answersOf(steps.filter(([at]) => at === side)));
        },
      ),
      { numRuns: times(50, 250) },
    );
  }, 120_000);
});

describe("a request that comes again", () => {
  it("gets the same answer, less what was stopped meanwhile, whatever has changed", async () => {
    const packages = [...listed];
    const held = new Map<string, ReadonlyMap<string, number>>();
    const { send } = openSides(packages, { held });
    const context = await send("context", contextRequest);
    const identity = await send("identity", identityRequest);
    expect(identity.body.eligible_package_ids).toEqual(["p1", "p2"]);
    const token = { uid_type: "uid2", user_token: "tok-1" };
    held.set(hashToken(token, "key"), new Map([["", now + 1_000]]));
    packages.push(matchPackage("p3"));
    expect(await send("context", contextRequest)).toEqual(context);
    expect(await send("identity", identityRequest)).toEqual(identity);
    expect(
      (await send("identity", { ...identityRequest, request_id: "id-2" })).body.eligible_package_ids,
    ).toEqual([]);
    packages.splice(0, 1);
    expect(
      (await send("context", contextRequest)).body.offers.map(
        (one: { package_id: string }) => one.package_id,
      ),
    ).toEqual(["p2"]);
    expect((await send("identity", identityRequest)).body.eligible_package_ids).toEqual(["p2"]);
  });
});

describe("what is matched", () => {
  const offered = async (more: object) => {
    const { body } = await openSides(listed).send("context", { ...contextRequest, ...more });
    return body.offers.map((one: { package_id: string }) => one.package_id);
  };

  it("is what nothing known of page and place rules out", async () => {
    expect(await offered({})).toEqual(["p1", "p2"]);
    expect(await offered({ geo: { country: "AT" } })).toEqual(["p2"]);
    expect(await offered({ geo: { region: "DE-BE" } })).toEqual(["p1"]);
    expect(await offered({ geo: { country: "FR" } })).toEqual([]);
    expect(await offered({ context_signals: { keywords: ["Gambling tips"] } })).toEqual(["p2"]);
    expect(await offered({ context_signals: { language: "en" } })).toEqual(["p2"]);
    expect(await offered({ package_ids: ["p2", "unknown"] })).toEqual(["p2"]);
  });

  it("is offered with its seller, and its brand where that is chosen here", async () => {
    const { body } = await openSides(listed).send("context", contextRequest);
    expect(body.offers).toEqual([
      { package_id: "p1", seller_agent: { agent_url: sellerUrl } },
      { package_id: "p2", seller_agent: { agent_url: sellerUrl }, brand: { domain: "acme.example" } },
    ]);
    expect(body.cache_ttl).toBe(0);
  });

  it.each([
    [undefined, false],
    [{}, false],
    [{ gdpr: true }, false],
    [{ gdpr: true, us_privacy: "1YNN" }, false],
    [{ gdpr: false }, true],
    [{ gdpr: true, tcf_consent: "CPxyz" }, true],
    [{ gpp: "DBAA" }, true],
  ])("looks nobody up where consent is wanted and %o is told: %s", async (consent, isLookedUp) => {
    const { consent: _, ...rest } = identityRequest;
    const request = { ...rest, ...(consent && { consent }) };
    const { body } = await openSides(listed).send("identity", request);
    expect(body.type === "identity_match_response").toBe(isLookedUp);
    // Nobody wants it in Japan; where the country is not given, it may be any that is registered.
    const asked = async (countries: readonly string[], more: object) =>
      (await openSides(listed, { countries }).send("identity", { ...rest, ...more })).body.type;
    expect(await asked(["JP"], {})).toBe("identity_match_response");
    expect(await asked(["JP", "DE"], {})).toBe("error");
    expect(await asked(["JP", "DE"], { country: "JP" })).toBe("identity_match_response");
    expect(await asked(["DE"], { country: "JP" })).toBe("error");
  });

  it("says in its health nothing but that it is there", async () => {
    for (const app of Object.values(openSides([]).apps)) {
      const health = await app.request("/health");
      expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
    }
  });
});
