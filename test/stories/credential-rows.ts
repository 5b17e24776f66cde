import { join } from "node:path";
import { pagesIn } from "../../src/lib/private-pages.ts";
import type { SellerCredentials } from "../../src/protocol/credentials/book.ts";
import type { Entry } from "../../src/protocol/credentials/entry.ts";
import { credentialPorts } from "../../src/protocol/credentials/file.ts";
import { guardedOauthFetch } from "../../src/protocol/oauth/guarded-oauth-fetch.ts";
import { logIn } from "../../src/protocol/oauth/log-in.ts";
import { openLoginBook } from "../../src/protocol/oauth/login-book.ts";
import {
  type Authenticator,
  basicAuth,
  bearerAuth,
  certificateAuth,
  legacyBearerAuth,
} from "../../src/sandbox/authenticators.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import { sandboxPrincipal } from "../../src/sandbox/principals.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { consent } from "../protocol/oauth/browser.ts";
import type { BuyerHost } from "./buyer-host.ts";
import { keyFiles, revoked } from "./signing-desk.ts";

/** A seller of the sandbox that knows its callers in a way of its own. */
export interface CredentialRow {
  readonly kind: string;
  readonly slug: string;
  readonly seller: string;
  /** How it tells its callers apart. */
  readonly knows: Authenticator | "signature" | "oauth";
  /** What opens it, and what does not; absent where it is known by what `prepare` leaves in the home folder. */
  readonly entries?: { readonly good: Entry; readonly broken: Entry };
  readonly prepare?: (sandbox: Sandbox, home: string) => Promise<void>;
  /** What a person is told where the credential is broken, or nothing was prepared. */
  readonly finding: RegExp;
}

/** The one that the governance agent knows the desk by: it looks into the sellers' books for nobody else. */
const principal = sandboxPrincipal;

const albionPassword = "albion-password-é-e20d";

export const rows: readonly CredentialRow[] = [
  {
    kind: "bearer",
    slug: "sales",
    seller: "harbour.example",
    knows: bearerAuth(new Map([["harbour-bearer-7f3a9c", principal]])),
    entries: {
      good: { kind: "bearer", token: "harbour-bearer-7f3a9c" },
      broken: { kind: "bearer", token: "harbour-bearer-stale" },
    },
    finding: /did not accept the bearer token \(HTTP 401, it wants a bearer token\).*sellers add/,
  },
  {
    kind: "bearer in the older header",
    slug: "nordlicht",
    seller: "nordlicht.example",
    knows: legacyBearerAuth(new Map([["nordlicht-bearer-51bd", principal]])),
    entries: {
      good: { kind: "bearer", token: "env:NORDLICHT_TOKEN", legacy_header: true },
      broken: { kind: "bearer", token: "env:NOT_SET", legacy_header: true },
    },
    finding: /cannot be used: the environment variable NOT_SET is not set\. Nothing was sent/,
  },
  {
    kind: "basic",
    slug: "albion",
    seller: "albion-audio.example",
    knows: basicAuth(new Map([[principal, albionPassword]])),
    entries: {
      good: { kind: "basic", username: principal, password: albionPassword },
      broken: { kind: "basic", username: principal, password: "albion-password-old" },
    },
    finding: /did not accept the user name and password \(HTTP 401, it wants a user name and password\)/,
  },
  {
    kind: "client certificate",
    slug: "metropol",
    seller: "metropol-screens.example",
    knows: certificateAuth(new Map([["desk.acme.example", principal]])),
    entries: {
      good: { kind: "certificate", cert_file: "desk.crt", key_file: "desk.key", ca_file: "sandbox.crt" },
      broken: { kind: "certificate", cert_file: "other.crt", key_file: "other.key", ca_file: "sandbox.crt" },
    },
    finding: /did not accept the client certificate \(HTTP 401, it wants a client certificate\)/,
  },
  {
    kind: "ed25519 signature",
    slug: "kiosk",
    seller: "kiosk-exchange.example",
    knows: "signature",
    entries: {
      good: { kind: "signature", key_file: "ed25519.pem", key_id: "desk-ed25519" },
      broken: { kind: "signature", key_file: "ed25519.pem", key_id: "desk-ed25520" },
    },
    finding: /did not accept our signature: request_signature_key_unknown/,
  },
  {
    kind: "ecdsa-p256-sha256 signature",
    slug: "plaza",
    seller: "plaza-social.example",
    knows: "signature",
    entries: {
      good: { kind: "signature", key_file: "ecdsa-p256-sha256.pem", key_id: "desk-ecdsa-p256-sha256" },
      broken: { kind: "signature", key_file: "unpublished.pem", key_id: "desk-ecdsa-p256-sha256" },
    },
    finding: /did not accept our signature: request_signature_invalid/,
  },
  {
    kind: "rsa-pss-sha512 signature",
    slug: "korb",
    seller: "korb-retail.example",
    knows: "signature",
    entries: {
      good: { kind: "signature", key_file: "rsa-pss-sha512.pem", key_id: "desk-rsa-pss-sha512" },
      broken: { kind: "signature", key_file: "rsa-pss-sha512.pem", key_id: revoked },
    },
    finding: /did not accept our signature: request_signature_key_revoked/,
  },
  {
    kind: "OAuth",
    slug: "gletscher",
    seller: "gletscher-video.example",
    knows: "oauth",
    prepare: logInAtGletscher,
    finding: /nobody is logged in there\. Log in with: flightdesk login http/,
  },
];

/** A person who consents in the browser at once. */
async function logInAtGletscher({ url, wire }: Sandbox, home: string): Promise<void> {
  await logIn(
    { agentUrl: `${url}/sellers/gletscher/${wire}`, seller: "gletscher-video.example" },
    {
      book: openLoginBook(pagesIn(join(home, "logins"))),
      fetch: guardedOauthFetch({ allowLoopback: true }),
      now: Date.now,
      confirmIssuer: () => Promise.resolve(true),
      show: (address) => void consent(address),
      signal: AbortSignal.timeout(10_000),
    },
  );
}

/** A sandbox whose sellers know their callers as the rows say; `host`: where the desk's public keys lie. */
export function sandboxOfRows({ agentUrl }: BuyerHost) {
  const knowing = (how: CredentialRow["knows"]) =>
    rows.filter(({ knows }) => knows === how).map(({ slug }) => slug);
  const verify = knowing("signature");
  return {
    authenticators: Object.fromEntries(
      rows.flatMap(({ slug, knows }) => (typeof knows === "string" ? [] : [[slug, knows]])),
    ),
    sellers: sellers
      .filter(({ slug }) => verify.includes(slug))
      .map((profile) => ({ ...profile, requestSigning: "required" as const })),
    buyers: { [principal]: agentUrl },
    oauth: knowing("oauth"),
  };
}

/** Every row's credential, those of `broken` sellers broken. */
export async function credentialsOf(
  sandbox: Sandbox,
  broken: (row: CredentialRow) => boolean = () => false,
): Promise<SellerCredentials> {
  const files = await filesFor(sandbox);
  return {
    entries: rows.flatMap((row) => {
      const { seller, entries } = row;
      const entry = broken(row) ? entries?.broken : entries?.good;
      return entry === undefined ? [] : [{ seller, entry: { ...entry, url: addressOf(sandbox, row) } }];
    }),
    secret: credentialPorts(".", { NORDLICHT_TOKEN: "nordlicht-bearer-51bd" }).secret,
    file: (path) => files.get(path) ?? "",
  };
}

/** Leaves in the home folder what the rows need there, but for `broken` ones. */
export async function prepareRows(
  sandbox: Sandbox,
  home: string,
  broken: (row: CredentialRow) => boolean = () => false,
): Promise<void> {
  for (const row of rows) if (!broken(row)) await row.prepare?.(sandbox, home);
}

/** Where a row's seller is served: over TLS where it knows callers by certificate. */
export function addressOf({ url, secureUrl = url, wire }: Sandbox, { slug, knows }: CredentialRow): string {
  const origin = typeof knows === "object" && knows.kind === "certificate" ? secureUrl : url;
  return slug === "sales" ? `${origin}/sales/${wire}` : `${origin}/sellers/${slug}/${wire}`;
}

/** The desk's keys and its certificate, and a certificate of the same authority for somebody whom no seller knows. */
export async function filesFor({ authority }: Sandbox): Promise<ReadonlyMap<string, string>> {
  if (authority === undefined) return keyFiles;
  const desk = await authority.issueClient("desk.acme.example");
  const other = await authority.issueClient("other.example");
  return new Map([
    ...keyFiles,
    ["desk.crt", desk.certificate],
    ["desk.key", desk.key],
    ["other.crt", other.certificate],
    ["other.key", other.key],
    ["sandbox.crt", authority.certificate],
  ]);
}

/** Every secret that the rows' credentials hold, as it is written and as it goes over the wire. */
export function secretsOfRows(files: ReadonlyMap<string, string>): string[] {
  return [
    "harbour-bearer-7f3a9c",
    "nordlicht-bearer-51bd",
    albionPassword,
    Buffer.from(`${principal}:${albionPassword}`).toString("base64"),
    // A line of a key's base64 is as good as all of it. The first ones of a kind may be alike: each has its last.
    ...["desk.key", "other.key", ...keyFiles.keys()].flatMap(
      (name) => files.get(name)?.trim().split("\n").at(-2) ?? [],
    ),
  ];
}
