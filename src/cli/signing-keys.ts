import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { algorithmNames } from "../protocol/signing/algorithms.ts";
import { addKey, type KeyRing, publishedFiles, readKeyRing, rotate } from "../protocol/signing/key-ring.ts";
import { loadSettings } from "./load-settings.ts";
import { UsageError } from "./usage-error.ts";

type Flags = Readonly<Record<string, unknown>>;

/** `flightdesk keys new`: the private key goes to its file and nowhere else. */
export function makeSigningKey(flags: Flags): void {
  const { folder } = ringOf(flags);
  const algorithm = algorithmNames.find((name) => name === flags["alg"]);
  if (algorithm === undefined)
    throw new UsageError(`--alg: "${String(flags["alg"])}" is none of ${algorithmNames.join(", ")}`);
  const { keyId } = addKey(folder, algorithm, Date.now());
  const isFirst = readKeyRing(folder).current?.keyId === keyId;
  process.stdout.write(`${keyId}\n`);
  process.stderr.write(
    isFirst
      ? "It signs from now on. Host what `flightdesk keys publish` writes, so that sellers can verify it.\n"
      : "It is published with the others and does not sign yet: host it first (`flightdesk keys publish`), then `flightdesk keys rotate`.\n",
  );
}

/** `flightdesk keys list` */
export function listSigningKeys(flags: Flags): void {
  const { keys, current } = ringOf(flags).ring;
  const rows = keys.map(({ keyId, algorithm }) => ({
    key: keyId,
    algorithm,
    state: keyId === current?.keyId ? "signs" : keyId > (current?.keyId ?? "") ? "next" : "published",
  }));
  if (flags["json"] === true) process.stdout.write(`${JSON.stringify({ keys: rows }, null, 2)}\n`);
  else if (rows.length === 0) process.stdout.write("there is no key; make one with: flightdesk keys new\n");
  else
    for (const row of rows) process.stdout.write(`${row.key}  ${row.algorithm.padEnd(17)}  ${row.state}\n`);
}

/** `flightdesk keys rotate` */
export function rotateSigningKeys(flags: Flags): void {
  const rotated = rotate(ringOf(flags).folder);
  if (rotated === undefined)
    throw new UsageError("there is no newer key to go over to; make one with: flightdesk keys new");
  process.stdout.write(`${rotated.now}\n`);
  for (const keyId of rotated.removed)
    process.stderr.write(`${keyId} is removed: publish the keys again, without it\n`);
}

/** `flightdesk keys publish`: only public halves are written. */
export function publishSigningKeys(flags: Flags): void {
  const { ring, settings } = ringOf(flags);
  const { caller, operator = "flightdesk.example" } = settings;
  const agentUrl = caller ?? `https://${operator}/agent`;
  const given = flags["jwksUrl"];
  const jwksUri = typeof given === "string" ? given : `${new URL(agentUrl).origin}/.well-known/jwks.json`;
  const files = publishedFiles(ring, { agentUrl, jwksUri });
  const out = flags["out"];
  if (typeof out !== "string") {
    process.stdout.write(`${JSON.stringify(files, null, 2)}\n`);
    return;
  }
  mkdirSync(out, { recursive: true });
  for (const [name, content] of Object.entries({ "brand.json": files.brand, "jwks.json": files.jwks }))
    writeFileSync(join(out, name), `${JSON.stringify(content, null, 2)}\n`);
  process.stderr.write(
    `host ${join(out, "jwks.json")} at ${jwksUri}, and the entry of ${join(out, "brand.json")} at\n`,
  );
  process.stderr.write(`${new URL(agentUrl).origin}/.well-known/brand.json\n`);
}

function ringOf(flags: Flags) {
  const { settings } = loadSettings(flags);
  const folder = settings.signing_keys ?? join(settings.home ?? ".flightdesk", "signing-keys");
  let ring: KeyRing;
  try {
    ring = readKeyRing(folder);
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
  return { settings, folder, ring };
}
