import { createPrivateKey, type KeyObject } from "node:crypto";
import { algorithmOf } from "../keys/algorithms.ts";
import type { SigningKey } from "./sign.ts";

/** A private key from its PEM; `file` names it in complaints. Throws where requests are not signed with such a key. */
export function signingKey(
  pem: string,
  { file, keyId }: { readonly file: string; readonly keyId: string },
): SigningKey {
  const privateKey = parsed(pem, file);
  const algorithm = algorithmOf(privateKey);
  if (algorithm === undefined)
    throw new Error(
      `${file} holds a key of type ${privateKey.asymmetricKeyType}, which requests are not signed with`,
    );
  return { keyId, algorithm, privateKey };
}

function parsed(pem: string, file: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new Error(`${file} is not a private key in PEM without a passphrase`, { cause });
  }
}
