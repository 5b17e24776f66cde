import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from "node:crypto";
import { makeKeyFile, newKey, publicKeyOf, readKeyFile } from "../lib/key-file.ts";

/** Signs chains' heads and views, so that a tail cut off or a state made up does not pass for the real one. */
export interface Signer {
  readonly sign: (text: string) => string;
  readonly verify: (text: string, signature: string) => boolean;
  /** The public half, as a JWK's `x`: it identifies the ledger's key. */
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

/** Makes texts unreadable for who has not the ledger's key: AES-256-GCM under a key for each purpose, derived from the one in `file` (RFC 5869). */
export function fileSeal(file: string, purpose: string) {
  makeKeyFile(file);
  const secret = readKeyFile(file).export({ format: "der", type: "pkcs8" });
  const key = Buffer.from(hkdfSync("sha256", secret, "", `flightdesk ${purpose}`, 32));
  return {
    /** The same for the same name and text, and reveals nothing of the text. */
    mark: (name: string, text: string) =>
      createHmac("sha256", key)
        .update(JSON.stringify([name, text]))
        .digest("base64url"),
    /** `name` belongs to the text: under another one it cannot be opened. */
    seal: (name: string, text: string) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(name));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
    },
    /** Undefined where it was sealed under another key or name, or was changed. */
    open: (name: string, sealed: string): string | undefined => {
      const bytes = Buffer.from(sealed, "base64");
      if (bytes.length < 28) return undefined;
      const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(12, 28));
      try {
        return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}
export type Seal = ReturnType<typeof fileSeal>;

/** The file of a ledger's key beside the ledger's own. */
export function keyFileOf(ledgerFile: string): string {
  return `${ledgerFile}.key`;
}
