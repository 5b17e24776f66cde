import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { makeKeyFile, newKey, publicKeyOf, readKeyFile } from "../lib/key-file.ts";

/** Signs chains' heads and views, so that a tail cut off or a state made up does not pass for the real one. */
export interface Signer {
  readonly sign: (text: string) => string;
  readonly verify: (text: string, signature: string) => boolean;
  /** The public half, as a JWK's `x`: it tells one ledger's key from another's. */
  readonly publicKey: string;
}

/** A signer whose Ed25519 key lives in memory alone. */
export function memorySigner(): Signer {
  return signer(newKey());
}

/** The signer whose key is in `file`, made at the first call. Refuses a key that others on the machine can read. */
export function fileSigner(file: string): Signer {
  makeKeyFile(file);
  return signer(readKeyFile(file));
}

function signer(privateKey: KeyObject): Signer {
  const publicKey = createPublicKey(privateKey);
  return {
    publicKey: publicKeyOf(privateKey),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
    verify: (text, signature) => {
      const bytes = Buffer.from(signature, "base64url");
      // Decoding drops what it does not know: another spelling of a signature is not the one that was written.
      if (bytes.toString("base64url") !== signature) return false;
      return verify(null, Buffer.from(text), publicKey, bytes);
    },
  };
}

/** The file of a ledger's key beside the ledger's own. */
export function keyFileOf(ledgerFile: string): string {
  return `${ledgerFile}.key`;
}
