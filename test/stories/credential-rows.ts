import type { SellerCredentials } from "../../src/protocol/credentials/book.ts";
import type { Entry } from "../../src/protocol/credentials/entry.ts";
import { credentialPorts } from "../../src/protocol/credentials/file.ts";
import { basicDoor } from "../../src/sandbox/doors/basic.ts";
import { bearerDoor } from "../../src/sandbox/doors/bearer.ts";
import { certificateDoor } from "../../src/sandbox/doors/certificate.ts";
import type { Door } from "../../src/sandbox/doors/door.ts";
import { legacyBearerDoor } from "../../src/sandbox/doors/legacy-bearer.ts";
import { sandboxPrincipal } from "../../src/sandbox/principals.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";

/** A seller of the sandbox that knows its callers in a way of its own. */
export interface CredentialRow {
  readonly kind: string;
  readonly slug: string;
  readonly seller: string;
  readonly door: Door;
  /** What opens the door. */
  readonly entry: Entry;
  /** An entry that the door does not open for, and what a person is told. */
  readonly broken: Entry;
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
    door: bearerDoor(new Map([["harbour-bearer-7f3a9c", principal]])),
    entry: { kind: "bearer", token: "harbour-bearer-7f3a9c" },
    broken: { kind: "bearer", token: "harbour-bearer-stale" },
    finding: /did not accept the bearer token \(HTTP 401, it wants a bearer token\).*sellers add/,
  },
  {
    kind: "bearer in the older header",
    slug: "nordlicht",
    seller: "nordlicht.example",
    door: legacyBearerDoor(new Map([["nordlicht-bearer-51bd", principal]])),
    entry: { kind: "bearer", token: "env:NORDLICHT_TOKEN", legacy_header: true },
    broken: { kind: "bearer", token: "env:NOT_SET", legacy_header: true },
    finding: /cannot be used: the environment variable NOT_SET is not set\. Nothing was sent/,
  },
  {
    kind: "basic",
    slug: "albion",
    seller: "albion-audio.example",
    door: basicDoor(new Map([[principal, albionPassword]])),
    entry: { kind: "basic", username: principal, password: albionPassword },
    broken: { kind: "basic", username: principal, password: "albion-password-old" },
    finding: /did not accept the user name and password \(HTTP 401, it wants a user name and password\)/,
  },
  {
    kind: "client certificate",
    slug: "metropol",
    seller: "metropol-screens.example",
    door: certificateDoor(new Map([["desk.acme.example", principal]])),
    entry: { kind: "certificate", cert_file: "desk.crt", key_file: "desk.key", ca_file: "sandbox.crt" },
    broken: { kind: "certificate", cert_file: "other.crt", key_file: "other.key", ca_file: "sandbox.crt" },
    finding: /did not accept the client certificate \(HTTP 401, it wants a client certificate\)/,
  },
];

export const doors: Readonly<Record<string, Door>> = Object.fromEntries(
  rows.map(({ slug, door }) => [slug, door]),
);

/** Every row's credential, those of `broken` sellers broken. */
export async function credentialsOf(
  sandbox: Sandbox,
  broken: (row: CredentialRow) => boolean = () => false,
): Promise<SellerCredentials> {
  const files = await certificatesFor(sandbox);
  return {
    entries: rows.map((row) => ({
      seller: row.seller,
      entry: { ...(broken(row) ? row.broken : row.entry), url: addressOf(sandbox, row) },
    })),
    secret: credentialPorts(".", { NORDLICHT_TOKEN: "nordlicht-bearer-51bd" }).secret,
    file: (path) => files.get(path) ?? "",
  };
}

/** Where a row's seller is served: over TLS where it knows callers by certificate. */
export function addressOf({ url, secureUrl = url }: Sandbox, { slug, door }: CredentialRow): string {
  const origin = door.kind === "certificate" ? secureUrl : url;
  return slug === "sales" ? `${origin}/sales/mcp` : `${origin}/sellers/${slug}/mcp`;
}

/** The desk's certificate, and one of the same authority for somebody whom no seller knows. */
export async function certificatesFor({ authority }: Sandbox): Promise<ReadonlyMap<string, string>> {
  if (authority === undefined) return new Map();
  const desk = await authority.issueClient("desk.acme.example");
  const other = await authority.issueClient("other.example");
  return new Map([
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
    // A key's first line of base64 is as good as all of it.
    ...["desk.key", "other.key"].flatMap((name) => files.get(name)?.split("\n")[1] ?? []),
  ];
}
