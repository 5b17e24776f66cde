import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { writeFileSync } from "node:fs";
import { readPrivateFile } from "./private-file.ts";

/** A new private Ed25519 key, in memory alone. */
export function newKey(): KeyObject {
  return generateKeyPairSync("ed25519").privateKey;
}

/** Writes a new private key that its owner alone can read; false where the file is there already. */
export function makeKeyFile(file: string): boolean {
  try {
    writeFileSync(file, newKey().export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
    return true;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false;
    throw cause;
  }
}

/** The private Ed25519 key in `file`. Refuses one that others on the machine can read. */
export function readKeyFile(file: string): KeyObject {
  const key = createPrivateKey(readPrivateFile(file));
  if (key.asymmetricKeyType !== "ed25519")
    throw new Error(`${file} holds a key of type ${key.asymmetricKeyType}; an Ed25519 key is expected`);
  return key;
}

/** The public half of a key as 32 bytes in base64url: what a JWK calls `x`. */
export function publicKeyOf(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: "jwk" });
  if (x === undefined) throw new Error("the key is not an Ed25519 key");
  return x;
}
