import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { makeKeyFile, newKey, readKeyFile } from "../lib/key-file.ts";

/** Signs the heads of the chains, so that a tail cut off or a chain written anew does not pass for the real one. */
export interface HeadSigner {
  readonly sign: (text: string) => string;
  readonly verify: (text: string, signature: string) => boolean;
}

/** A signer whose Ed25519 key lives in memory alone. */
export function memorySigner(): HeadSigner {
  return signer(newKey());
}

/** The signer whose key is in `file`, made at the first call. Refuses a key that others on the machine can read. */
export function fileSigner(file: string): HeadSigner {
  makeKeyFile(file);
  return signer(readKeyFile(file));
}

function signer(privateKey: KeyObject): HeadSigner {
  const publicKey = createPublicKey(privateKey);
  return {
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
    verify: (text, signature) =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64url")),
  };
}
