import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { orUsageError } from "../../desk/as-usage-error.ts";
import { UsageError } from "../../desk/usage-error.ts";
import { readPrivateFile } from "../../lib/files/private-file.ts";
import type { Entry } from "../../protocol/credentials/entry.ts";
import type { Flags } from "../flags.ts";

/** The credential that the flags describe; a secret is read from a prompt or standard input, never from an argument. */
export async function credentialIn(flags: Flags, seller: string): Promise<Entry> {
  const text = (name: string) => (typeof flags[name] === "string" ? flags[name] : undefined);
  const user = text("basicUser");
  const certificate = text("certificate");
  const signingKey = text("signingKey");
  const bearer = flags["bearer"] === true || flags["bearerEnv"] !== undefined;
  if (
    [bearer, user !== undefined, certificate !== undefined, signingKey !== undefined].filter(Boolean)
      .length !== 1
  )
    throw new UsageError(
      "say how the seller knows you: one of --bearer, --bearer-env, --basic-user, --certificate, --signing-key",
    );
  const secret = async (environment: string | undefined, what: string) =>
    environment === undefined ? readSecret(`${what} for ${seller}: `) : fromEnvironment(environment);
  if (user !== undefined)
    return {
      kind: "basic",
      username: user,
      password: await secret(text("passwordEnv"), `password of ${user}`),
    };
  if (certificate !== undefined) {
    const [key, authority] = [text("key"), text("ca")];
    if (key === undefined) throw new UsageError("--certificate needs the private key's file: --key <file>");
    const ca = authority === undefined ? {} : { ca_file: readable(authority, false) };
    return {
      kind: "certificate",
      cert_file: readable(certificate, false),
      key_file: readable(key, true),
      ...ca,
    };
  }
  if (signingKey !== undefined) {
    const keyId = text("keyId");
    if (keyId === undefined)
      throw new UsageError("--signing-key needs the key's published id: --key-id <id>");
    return { kind: "signature", key_file: readable(signingKey, true), key_id: keyId };
  }
  const token = await secret(text("bearerEnv"), "bearer token");
  return { kind: "bearer", token, ...(flags["legacyHeader"] === true ? { legacy_header: true } : {}) };
}

function fromEnvironment(name: string): string {
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw new UsageError("an environment variable is named by letters, digits and underscores");
  if (process.env[name] === undefined)
    process.stderr.write(`${name} is not set here and now; it is read when the seller is called\n`);
  return `env:${name}`;
}

/** The file's whole path. Throws a UsageError where it cannot be read, or where others can read what is private. */
function readable(file: string, isPrivate: boolean): string {
  const full = resolve(file);
  orUsageError(() => (isPrivate ? readPrivateFile(full) : readFileSync(full)));
  return full;
}

/** A secret from a prompt that shows nothing of it, or from standard input where that is no terminal. */
async function readSecret(question: string): Promise<string> {
  const secret = (process.stdin.isTTY ? await prompted(question) : await text(process.stdin)).trim();
  if (secret === "") throw new UsageError("no secret was given: nothing was written");
  if (/\s/.test(secret)) throw new UsageError("a secret is one word on one line: nothing was written");
  return secret;
}

async function prompted(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, written) => written() });
  // A terminal's echo is the interface's own, and it writes to nowhere.
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}
