import { constants, type KeyObject, sign, verify } from "node:crypto";

export const algorithmNames = ["ed25519", "ecdsa-p256-sha256", "rsa-pss-sha512"] as const;
/** As RFC 9421 names them. */
export type Algorithm = (typeof algorithmNames)[number];

interface Definition {
  /** What Node hashes with first; null where the algorithm does it itself. */
  readonly hash: string | null;
  readonly options: Readonly<Record<string, unknown>>;
  /** What a JWK calls it. */
  readonly jwa: string;
  readonly fits: (key: KeyObject) => boolean;
}

const algorithms: Readonly<Record<Algorithm, Definition>> = {
  ed25519: { hash: null, options: {}, jwa: "EdDSA", fits: (key) => key.asymmetricKeyType === "ed25519" },
  "ecdsa-p256-sha256": {
    hash: "sha256",
    options: { dsaEncoding: "ieee-p1363" },
    jwa: "ES256",
    fits: (key) => key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1",
  },
  "rsa-pss-sha512": {
    hash: "sha512",
    options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 },
    jwa: "PS512",
    fits: (key) =>
      (key.asymmetricKeyType === "rsa" || key.asymmetricKeyType === "rsa-pss") &&
      (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048,
  },
};

export function signBytes(algorithm: Algorithm, key: KeyObject, bytes: Buffer): Buffer {
  const { hash, options } = algorithms[algorithm];
  return sign(hash, bytes, { key, ...options });
}

export function verifyBytes(algorithm: Algorithm, key: KeyObject, bytes: Buffer, signature: Buffer): boolean {
  const { hash, options } = algorithms[algorithm];
  return verify(hash, bytes, { key, ...options }, signature);
}

/** The one algorithm that a key is for; undefined where it is of another kind, or too short. */
export function algorithmOf(key: KeyObject): Algorithm | undefined {
  return algorithmNames.find((name) => algorithms[name].fits(key));
}

/** `alg` of a JWK of this algorithm. */
export function jwaName(algorithm: Algorithm): string {
  return algorithms[algorithm].jwa;
}
