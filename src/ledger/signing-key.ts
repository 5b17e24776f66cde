import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";

/** Signs the heads of the chains, so that a tail cut off or a chain written anew does not pass for the real one. */
export interface HeadSigner {
  readonly sign: (text: string) => string;
  readonly verify: (text: string, signature: string) => boolean;
}

/** A signer whose Ed25519 key lives in memory alone. */
export function memorySigner(): HeadSigner {
  return signer(generateKeyPairSync("ed25519").privateKey);
}

/** The signer whose key is in `file`, made at the first call. Refuses a key that others on the machine can read. */
export function fileSigner(file: string): HeadSigner {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync("ed25519");
    try {
      writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
    } catch (cause) {
      // Another process made it first: its key is the one.
      if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause;
    }
  }
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} can be read by others on this machine; mend it with: chmod 600 ${file}`);
  return signer(createPrivateKey(readFileSync(file)));
}

function signer(privateKey: KeyObject): HeadSigner {
  const publicKey = createPublicKey(privateKey);
  return {
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
    verify: (text, signature) =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64url")),
  };
}
