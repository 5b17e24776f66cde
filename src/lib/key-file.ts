import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { makePrivateFile, readPrivateFile, writePrivateFile } from "./files/private-file.ts";

/** A new private Ed25519 key, in memory alone. */
export function newKey(): KeyObject {
  return generateKeyPairSync("ed25519").privateKey;
}

/**
 * Writes a new private key that its owner alone can read, under the passphrase where there is one; false where the file is
 * there already.
 */
export function makeKeyFile(file: string, passphrase?: string): boolean {
  return makePrivateFile(file, pemOf(newKey(), passphrase));
}

/** Puts the key of a file under a passphrase, or under another one: the file is whole before and after. */
export function sealKeyFile(file: string, key: KeyObject, passphrase: string): void {
  writePrivateFile(file, pemOf(key, passphrase));
}

/** Encrypted PKCS#8 where there is a passphrase. */
function pemOf(key: KeyObject, passphrase: string | undefined): string {
  const sealed = passphrase === undefined ? {} : { cipher: "aes-256-cbc", passphrase };
  return key.export({ type: "pkcs8", format: "pem", ...sealed }).toString();
}

/** Whether the key in `file` can be read with its passphrase alone. Throws where others on the machine can read the file. */
export function isSealed(file: string): boolean {
  return readPrivateFile(file).includes("BEGIN ENCRYPTED PRIVATE KEY");
}

/** The private Ed25519 key in `file`. Refuses one that others on the machine can read, and a passphrase that does not fit. */
export function readKeyFile(file: string, passphrase?: string): KeyObject {
  const key = keyOf(readPrivateFile(file), { file, passphrase });
  if (key.asymmetricKeyType !== "ed25519")
    throw new Error(`${file} holds a key of type ${key.asymmetricKeyType}; an Ed25519 key is expected`);
  return key;
}

function keyOf(
  pem: string,
  { file, passphrase }: { readonly file: string; readonly passphrase: string | undefined },
): KeyObject {
  if (passphrase === undefined) return createPrivateKey(pem);
  try {
    return createPrivateKey({ key: pem, passphrase });
  } catch (cause) {
    throw new Error(`${file} does not open with this passphrase`, { cause });
  }
}

/** The public half of a key as 32 bytes in base64url: what a JWK calls `x`. */
export function publicKeyOf(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: "jwk" });
  if (x === undefined) throw new Error("the key is not an Ed25519 key");
  return x;
}
