import { createPublicKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import { attempt, messageOf } from "../../lib/cause.ts";
import { onceForEach } from "../../lib/once-for.ts";
import type { FetchJson } from "../addresses/safe-fetch.ts";
import { names, type ProtocolName, protocolNames } from "../tasks/names.ts";
import { agentAt, readBrandFile, redirectOf } from "../well-known/brand-file.ts";
import { type Algorithm, algorithmOf, jwaName } from "./algorithms.ts";
import { type Fault, type Refused, refuse } from "./reason-codes.ts";

/** One sender's public keys. */
export interface KeyDirectory {
  readonly find: (
    keyId: string,
  ) => Promise<{ readonly type: "found"; readonly key: VerificationKey } | Refused>;
  /** Undefined where the key holds; asked after it is found. */
  readonly revocation: (key: VerificationKey) => Promise<Refused | undefined>;
}

export interface DirectoryOptions {
  readonly agentUrl: string;
  readonly fetchJson: FetchJson;
  /** UTC milliseconds. */
  readonly now: () => number;
  /** Keys that publishers pin for this agent in their adagents.json: where there are any, no other counts. */
  readonly pinned?: () => Promise<readonly unknown[]>;
}

/** Milliseconds: how long a fetched document counts, and how soon it is fetched again for a key that is not in it. */
const maximumAge = 5 * 60_000;
const cooldown = 30_000;
/** How long a list of revoked keys may be overdue. */
const revocationGrace = 5 * 60_000;

/** The directory of each agent, made when it is first asked for; `pinnedOf` says what others have published of its keys. */
export function keyDirectories({
  fetchJson,
  now,
  pinnedOf,
}: Pick<DirectoryOptions, "fetchJson" | "now"> & {
  readonly pinnedOf: (agentUrl: string) => ReturnType<NonNullable<DirectoryOptions["pinned"]>>;
}): (agentUrl: string) => KeyDirectory {
  const directories = new Map<string, KeyDirectory>();
  return (agentUrl) => {
    const known = directories.get(agentUrl);
    if (known !== undefined) return known;
    const directory = keyDirectory({ agentUrl, fetchJson, now, pinned: () => pinnedOf(agentUrl) });
    directories.set(agentUrl, directory);
    return directory;
  };
}

/**
 * Keys of the agent at `agentUrl`: its brand.json names where they lie. Fetched once and kept for five minutes; once more,
 * not sooner than after 30 s, for a key that is not among them, as keys are rotated while signatures are on their way.
 */
export function keyDirectory(options: DirectoryOptions): KeyDirectory {
  const { fetchJson, now } = options;
  const published = kept(() => fetchPublished(options), now);
  const revocations = onceForEach((uri: string) => kept(() => fetchRevocations(uri, fetchJson, now), now));

  return {
    find: async (keyId) => {
      try {
        const known = await published.get(maximumAge);
        const key = known.keys.get(keyId) ?? (await published.get(cooldown)).keys.get(keyId);
        return key === undefined
          ? refuse("signature_key_unknown", `${options.agentUrl} has no key ${keyId}`)
          : { type: "found", key };
      } catch (cause) {
        const fault: Fault =
          cause instanceof Untrusted ? "signature_jwks_untrusted" : "signature_jwks_unavailable";
        return refuse(fault, messageOf(cause));
      }
    },
    revocation: async ({ keyId, revoked }) => {
      if (revoked) return refuse("signature_key_revoked");
      try {
        const { revocationUri } = await published.get(maximumAge);
        if (revocationUri === undefined) return undefined;
        const list = revocations(revocationUri);
        let { revokedKeys, nextUpdate } = await list.get(maximumAge);
        if (nextUpdate < now()) ({ revokedKeys, nextUpdate } = await list.get(cooldown));
        if (revokedKeys.has(keyId)) return refuse("signature_key_revoked");
        return nextUpdate + revocationGrace < now() ? refuse("signature_revocation_stale") : undefined;
      } catch (cause) {
        return refuse("signature_revocation_stale", messageOf(cause));
      }
    },
  };
}

class Untrusted extends Error {}

async function fetchPublished({ agentUrl, fetchJson, now, pinned }: DirectoryOptions) {
  const pins = (await pinned?.()) ?? [];
  if (pins.length > 0) return { keys: readKeys(pins), fetchedAt: now() };
  const { origin } = new URL(agentUrl);
  let address = `${origin}/.well-known/brand.json`;
  let file = await fetchJson(address);
  const elsewhere = redirectOf(file);
  if (elsewhere !== undefined) {
    address = elsewhere;
    file = await fetchJson(address);
  }
  const found = agentAt(readBrandFile(file, address), agentUrl);
  if (found === undefined) throw new Untrusted(`${address} does not name one agent at ${agentUrl}`);
  const jwks = jwksSchema.parse(await fetchJson(found.jwksUri ?? `${origin}/.well-known/jwks.json`));
  return { keys: readKeys(jwks.keys), revocationUri: found.revocationUri, fetchedAt: now() };
}

const jwksSchema = z.looseObject({ keys: z.array(z.unknown()).max(1000) });

const revocationsSchema = z.looseObject({
  next_update: z.iso.datetime({ offset: true }),
  revoked_kids: z.array(z.string()),
});

async function fetchRevocations(address: string, fetchJson: FetchJson, now: () => number) {
  const { next_update, revoked_kids } = revocationsSchema.parse(await fetchJson(address));
  return { revokedKeys: new Set(revoked_kids), nextUpdate: Date.parse(next_update), fetchedAt: now() };
}

/** One fetch at a time; a failed one is not kept, and not repeated before the cooldown. */
function kept<Value extends { readonly fetchedAt: number }>(fetch: () => Promise<Value>, now: () => number) {
  let value: Value | undefined;
  let failed: { readonly at: number; readonly cause: unknown } | undefined;
  let running: Promise<Value> | undefined;
  const fetchOnce = async () => {
    try {
      value = await fetch();
      failed = undefined;
      return value;
    } catch (cause) {
      failed = { at: now(), cause };
      throw cause;
    } finally {
      running = undefined;
    }
  };
  return {
    /** The value, fetched anew where it is older than this many milliseconds. */
    get: async (age: number): Promise<Value> => {
      if (value !== undefined && now() - value.fetchedAt < age) return value;
      if (failed !== undefined && now() - failed.at < cooldown) throw failed.cause;
      running ??= fetchOnce();
      return running;
    },
  };
}

/** A public key as its owner publishes it. */
interface VerificationKey {
  readonly keyId: string;
  /** Undefined where its entry contradicts itself, as an algorithm on another's curve does: it is for nothing. */
  readonly key: KeyObject | undefined;
  readonly algorithm: Algorithm | undefined;
  /** What it is for in each protocol, where its entry says so in full: to verify signatures, and of what. */
  readonly uses: Readonly<Partial<Record<ProtocolName, string>>>;
  readonly revoked: boolean;
}

const jwkSchema = z.looseObject({
  kid: z.string().min(1),
  kty: z.string(),
  alg: z.string().optional(),
  use: z.string().optional(),
  key_ops: z.array(z.string()).optional(),
  revoked_at: z.unknown().optional(),
  // A private key that is published is nobody's any more.
  d: z.undefined().optional(),
});

/** The keys that signatures can be verified with. Others, and those whose name comes twice, are left out. */
export function readKeys(entries: readonly unknown[]): ReadonlyMap<string, VerificationKey> {
  const keys = entries.flatMap((entry) => readKey(entry) ?? []);
  const twice = new Set(keys.map(({ keyId }) => keyId).filter((id, at, ids) => ids.indexOf(id) !== at));
  return new Map(keys.flatMap((key) => (twice.has(key.keyId) ? [] : [[key.keyId, key] as const])));
}

function readKey(entry: unknown): VerificationKey | undefined {
  const jwk = jwkSchema.safeParse(entry);
  if (!jwk.success) return undefined;
  const { kid: keyId, alg, use, key_ops, revoked_at } = jwk.data;
  const key = attempt(() => createPublicKey({ format: "jwk", key: jwk.data }));
  const algorithm = key && algorithmOf(key);
  const verifies = use === "sig" && key_ops?.includes("verify") === true;
  const fits = algorithm !== undefined && (alg === undefined || alg === jwaName(algorithm));
  return {
    keyId,
    key,
    algorithm,
    uses: verifies && fits ? usesIn(jwk.data) : {},
    revoked: revoked_at !== undefined && revoked_at !== null,
  };
}

function usesIn(jwk: Readonly<Record<string, unknown>>): VerificationKey["uses"] {
  return Object.fromEntries(
    protocolNames.flatMap((protocol) => {
      const use = jwk[names[protocol].keyUseMember];
      return typeof use === "string" ? [[protocol, use]] : [];
    }),
  );
}
