import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { memoryNonces } from "../src/lib/nonces.ts";
import { type Algorithm, signBytes, verifyBytes } from "../src/protocol/keys/algorithms.ts";
import { keyDirectory } from "../src/protocol/keys/key-directory.ts";
import { requestProfile } from "../src/protocol/signing/profile.ts";
import { signRequest } from "../src/protocol/signing/sign-request.ts";
import { verifySignature } from "../src/protocol/signing/verify-signature.ts";
import { keyUseMember } from "../src/protocol/tasks/names.ts";

/**
 * What does the profile cost beside the cryptography? Signs and verifies 2 kB requests in batches, in turn with Node's raw
 * sign and verify of texts as long as a signature base, and compares the best batches. Exits 1 where the profile adds more
 * microseconds to either than the limit, the keys being known: that work is the same for every algorithm, however fast it is.
 */
const rounds = 15;
const batch = 300;
/** Microseconds. */
const limit = 150;
const now = Date.parse("2027-01-04T08:00:00Z");
const agentUrl = "https://buyer.example/agent";
const targetUri = "https://seller.example/mcp";
const bytes = Buffer.from(JSON.stringify({ text: "x".repeat(2000) }));

const pairs: readonly (readonly [
  Algorithm,
  { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
])[] = [
  ["ed25519", generateKeyPairSync("ed25519")],
  ["ecdsa-p256-sha256", generateKeyPairSync("ec", { namedCurve: "P-256" })],
  ["rsa-pss-sha512", generateKeyPairSync("rsa", { modulusLength: 2048 })],
];

console.log("algorithm           sign µs      raw    added   verify      raw    added   (best batch)");
for (const [algorithm, { publicKey, privateKey }] of pairs) {
  const key = { keyId: "key-1", algorithm, privateKey };
  const entry = {
    ...publicKey.export({ format: "jwk" }),
    kid: key.keyId,
    use: "sig",
    key_ops: ["verify"],
    [keyUseMember]: "request-signing",
  };
  const documents = [
    { agents: [{ url: agentUrl, jwks_uri: "https://buyer.example/jwks" }] },
    { keys: [entry] },
  ];
  const keys = keyDirectory({
    agentUrl,
    now: () => now,
    fetchJson: (url) => Promise.resolve(documents[url.endsWith("/jwks") ? 1 : 0]),
  });
  const nonces = memoryNonces();
  const base = randomBytes(500);
  const rawSignature = signBytes(algorithm, privateKey, base);
  const signed = () =>
    signRequest(
      { method: "POST", targetUri, body: { bytes, contentType: "application/json" } },
      { profile: requestProfile, key, now, nonce: randomBytes(16) },
    );

  const best = { sign: Infinity, rawSign: Infinity, verify: Infinity, rawVerify: Infinity };
  for (let round = 0; round < rounds; round++) {
    best.rawSign = Math.min(best.rawSign, await perCall(() => signBytes(algorithm, privateKey, base)));
    best.sign = Math.min(best.sign, await perCall(signed));
    const messages = Array.from({ length: batch }, () => ({
      method: "POST",
      targetUri,
      headers: [["Host", "seller.example"] as const, ...Object.entries(signed())],
      body: bytes,
    }));
    best.rawVerify = Math.min(
      best.rawVerify,
      await perCall(() => verifyBytes(algorithm, publicKey, base, rawSignature)),
    );
    best.verify = Math.min(
      best.verify,
      await perCall(async (n) => {
        const message = messages[n];
        const options = { profile: requestProfile, sender: agentUrl, keys, nonces, now };
        const verification = message && (await verifySignature(message, options));
        if (verification?.type !== "verified") throw new Error("a valid signature was refused");
      }),
    );
  }
  const added = { signing: best.sign - best.rawSign, verifying: best.verify - best.rawVerify };
  console.log(
    [
      algorithm.padEnd(18),
      ...[best.sign, best.rawSign, added.signing].map(shown),
      ...[best.verify, best.rawVerify, added.verifying].map(shown),
    ].join(" "),
  );
  for (const [what, microseconds] of Object.entries(added)) {
    console.log(`${what} ${algorithm} adds ${microseconds.toFixed(0)} µs (limit ${limit})`);
    if (microseconds > limit) process.exitCode = 1;
  }
}

/** Microseconds for one call, over a batch. */
async function perCall(call: (n: number) => unknown): Promise<number> {
  const begun = performance.now();
  for (let n = 0; n < batch; n++) await call(n);
  return ((performance.now() - begun) * 1000) / batch;
}

function shown(microseconds: number): string {
  return microseconds.toFixed(0).padStart(8);
}
