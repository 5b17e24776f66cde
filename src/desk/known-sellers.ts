import { existsSync } from "node:fs";
import { idsOf } from "../campaign/discover/discover.ts";
import type { Settings } from "../config.ts";
import { sellerName } from "../lib/address.ts";
import { type CredentialKind, kindNames } from "../protocol/credentials/entry.ts";
import { closestTo, type PlacedEntry, placedEntries } from "../protocol/credentials/place.ts";
import type { Desk } from "./desk.ts";
import { credentialsFile, loadCredentials } from "./files/credentials.ts";
import { UsageError } from "./usage-error.ts";

/** Entries of the credentials file with the addresses that they are for. */
export function knownSellers(settings: Settings): PlacedEntry[] {
  const { entries = [] } = existsSync(credentialsFile(settings)) ? (loadCredentials(settings) ?? {}) : {};
  return placedEntries(entries);
}

/** The entry under a name. Throws a UsageError that names those there are. */
export function entryNamed(name: string, settings: Settings): PlacedEntry {
  const known = knownSellers(settings);
  const found = known.find(({ seller }) => seller === name);
  if (found !== undefined) return found;
  const names = known.map(({ seller }) => seller).join(", ");
  throw new UsageError(
    `no credential is set for "${name}". ${names === "" ? "None is set." : `Set are: ${names}`}`,
  );
}

/** The address of a seller: as it is given, or as the registry has it; undefined where no registry is set. */
export async function addressOf(name: string, desk: Desk): Promise<string | undefined> {
  if (/^https?:/.test(name) && URL.canParse(name)) return name;
  if (desk.settings.registry_url === undefined) return undefined;
  const listed = await (await desk.dry.ports("sellers")).searchRegistry({ capability: "get_products" });
  const ids = idsOf(listed);
  const wanted = sellerName(name);
  const meant = listed.filter(({ agentUrl, domain, otherNames = [] }) =>
    [ids.get(agentUrl) ?? domain, domain, ...otherNames].map(sellerName).includes(wanted),
  );
  const [found] = meant;
  if (found !== undefined && meant.length === 1) return found.agentUrl;
  const known = (meant.length > 1 ? meant : listed).map(({ agentUrl }) => ids.get(agentUrl) ?? agentUrl);
  throw new UsageError(`"${name}" is not one seller of the registry. There are: ${known.sort().join(", ")}`);
}

/** Where a seller is called: as the credentials file or the registry has it, else at the host that its name is. */
export async function calledAt(seller: string, desk: Desk): Promise<string> {
  const named = knownSellers(desk.settings).find((one) => one.seller === seller);
  return named?.entry.url ?? (await addressOf(seller, desk)) ?? `https://${seller}`;
}

export type KnownBy = CredentialKind | "oauth";
export const knownByNames: Readonly<Record<KnownBy, string>> = { ...kindNames, oauth: "login" };

/** What an agent knows this installation by: a login goes before any credential, as it does in every call. */
export async function knownBy(agentUrl: string, { dry: app, settings }: Desk): Promise<KnownBy | undefined> {
  if ((await app.oauth.book.read(new URL(agentUrl).href))?.session !== undefined) return "oauth";
  return closestTo(agentUrl, knownSellers(settings))?.entry.kind;
}
