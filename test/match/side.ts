import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import type { Hono } from "hono";
import { contextSide } from "../../src/match/context.ts";
import { identitySide } from "../../src/match/identity.ts";
import { matchListener } from "../../src/match/listener.ts";
import type { PackageList } from "../../src/match/packages.ts";
import { routerKeys } from "../../src/match/routers.ts";
import type { StoredTokens } from "../../src/match/stored-tokens.ts";
import type { MatchPackage } from "../../src/protocol/records/match-package.ts";
import { contextToSign, epochOf, identityToSign } from "../../src/protocol/signing/match-request.ts";

export const now = Date.parse("2027-01-20T10:00:00Z");
export const sellerUrl = "https://seller.example/mcp";
export const endpoints = { context: "https://pages.example", identity: "https://tokens.example" };
export const propertyRid = "01916f3a-9c4e-7000-8000-000000000010";
const pair = generateKeyPairSync("ed25519");
export const routerKey = pair.privateKey;
export const jwk = {
  kid: "router-1",
  kty: "OKP" as const,
  crv: "Ed25519" as const,
  x: String(pair.publicKey.export({ format: "jwk" }).x),
};

export function matchPackage(id: string, change: Partial<MatchPackage> = {}): MatchPackage {
  return {
    package_id: id,
    media_buy_id: "mb-1",
    seller_agent: { agent_url: sellerUrl },
    format_ids: [],
    start: "2027-01-18",
    end: "2027-02-28",
    targeting: { countries: ["DE"] },
    ...change,
  };
}

export const contextRequest = {
  type: "context_match_request",
  request_id: "ctx-1",
  property_rid: propertyRid,
  property_type: "website",
  placement_id: "article-sidebar",
  seller_agent_url: sellerUrl,
};
export const identityRequest = {
  type: "identity_match_request",
  request_id: "id-1",
  seller_agent_url: sellerUrl,
  identities: [{ user_token: "tok-1", uid_type: "uid2" }],
  consent: { gdpr: true, tcf_consent: "CPxyz" },
};
type Request = typeof contextRequest | typeof identityRequest;

export interface Signing {
  readonly key?: KeyObject;
  readonly kid?: string;
  readonly epoch?: number;
  readonly endpoint?: string;
  /** What is signed, where it is not what is sent. */
  readonly as?: object;
  readonly at?: number;
}

export function headersOf(request: object, signing: Signing = {}): Record<string, string> {
  const signed = { ...request, ...signing.as } as Request;
  const isContext = "property_rid" in signed;
  const by = {
    endpoint: signing.endpoint ?? (isContext ? endpoints.context : endpoints.identity),
    epoch: signing.epoch ?? epochOf(signing.at ?? now),
  };
  const text = isContext ? contextToSign(signed, by) : identityToSign(signed, by);
  return {
    "content-type": "application/json",
    "x-adcp-key-id": signing.kid ?? jwk.kid,
    "x-adcp-signature": sign(null, text, signing.key ?? routerKey).toString("base64url"),
  };
}

/** Both sides in this process, over packages that a test changes. */
export function openSides(
  packages: MatchPackage[],
  {
    held = new Map(),
    revoked_at,
    perSecond = 1_000_000,
    countries = ["DE"],
  }: {
    readonly held?: StoredTokens;
    readonly revoked_at?: string;
    readonly perSecond?: number;
    readonly countries?: readonly string[];
  } = {},
) {
  const list: PackageList = {
    of: (url) => new Map(url === sellerUrl ? packages.map((one) => [one.package_id, one]) : []),
    changedAt: () => 0,
    refresh: () => false,
  };
  const keys = routerKeys([
    {
      name: "Publisher",
      keys: [{ ...jwk, ...(revoked_at && { revoked_at }) }],
      sellers: [sellerUrl],
      per_second: perSecond,
    },
  ]);
  const refusals: string[] = [];
  const ports = (endpoint: string) => ({
    packages: list,
    endpoint,
    keys: () => keys,
    now: () => now,
    refused: (why: string) => refusals.push(why),
  });
  const apps: Readonly<Record<"context" | "identity", Hono>> = {
    context: matchListener(contextSide({ cacheTtl: 0 }), ports(endpoints.context)),
    identity: matchListener(
      identitySide({
        countries,
        serveWindow: 60,
        storedTokens: () => held,
        tokenKey: "key",
        changedAt: () => 0,
      }),
      ports(endpoints.identity),
    ),
  };
  const send = async (side: "context" | "identity", request: object, signing?: Signing) => {
    const response = await apps[side].request(`/${side}`, {
      method: "POST",
      headers: headersOf(request, signing),
      body: JSON.stringify(request),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  return { apps, send, refusals };
}

const ajv = new Ajv({ strict: false, allErrors: true });
for (const name of ["uuid", "date-time", "uri-template", "hostname", "regex", "email"])
  ajv.addFormat(name, true);
ajv.addFormat("uri", (text) => URL.canParse(text));
ajv.addSchema(JSON.parse(readFileSync(new URL("public-schemas.json", import.meta.url), "utf8")));

/** What the public standard's schema has against a value. */
export function schemaErrors(name: string, value: unknown): string[] {
  const validate = ajv.getSchema(`/schemas/3.1.19/trusted-match/${name}.json`);
  if (validate === undefined) throw new Error(`there is no schema ${name}`);
  return validate(value) ? [] : [ajv.errorsText(validate.errors)];
}
