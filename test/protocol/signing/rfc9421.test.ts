import { createPrivateKey, createPublicKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { algorithmOf, verifyBytes } from "../../../src/protocol/keys/algorithms.ts";
import type { Message } from "../../../src/protocol/signing/message.ts";
import { type ReadSignature, readSignature } from "../../../src/protocol/signing/read-signature.ts";
import { sign } from "../../../src/protocol/signing/sign.ts";
import { signatureBase } from "../../../src/protocol/signing/signature-base.ts";
import { ed25519PrivateKey, publicKeys, type Vector, vectors } from "./rfc9421-vectors.ts";

describe("the vectors of RFC 9421, appendix B", () => {
  it.each(vectors)(
    "$section: the signature base is the appendix's",
    ({ message, lines, input, ...vector }) => {
      const { components } = readVector({ message, lines, input, ...vector });
      const expected = [...lines, `"@signature-params": ${input}`].join("\n");
      expect(signatureBase(message, components, input)).toBe(expected);
    },
  );

  it.each(vectors)("$section: the signature verifies with $algorithm", (vector) => {
    expect(verified(vector, vector.message)).toBe(true);
  });

  it.each(vectors.filter(({ lines }) => lines.length > 0))(
    "$section: another message under the same signature does not verify",
    (vector) => {
      const { headers } = vector.message;
      const changed = headers.map(([name, value]) => [name, `${value} `.replace(" ", "x")] as const);
      const other = { ...vector.message, targetUri: "https://example.net/", status: 500, headers: changed };
      expect(verified(vector, other)).toBe(false);
    },
  );

  it.each(vectors.filter(({ algorithm }) => algorithm === "ed25519"))(
    "$section: signing with ed25519 gives the appendix's bytes",
    (vector) => {
      const { components, parameters } = readVector(vector);
      const privateKey = createPrivateKey({ format: "jwk", key: ed25519PrivateKey });
      const key = { keyId: vector.keyId, algorithm: "ed25519", privateKey } as const;
      expect(sign(vector.message, components, new Map(parameters), { key, label: vector.label })).toEqual({
        "Signature-Input": `${vector.label}=${vector.input}`,
        Signature: `${vector.label}=${vector.signature}`,
      });
    },
  );

  it.each(Object.entries(publicKeys))("%s is for one algorithm by its kind", (keyId, jwk) => {
    const expected = vectors.find((vector) => vector.keyId === keyId)?.algorithm;
    expect(algorithmOf(createPublicKey({ format: "jwk", key: jwk }))).toBe(expected);
  });
});

function readVector({ message, label, input, signature }: Vector): ReadSignature {
  const headers = [
    ...message.headers,
    ["Signature-Input", `${label}=${input}`] as const,
    ["Signature", `${label}=${signature}`] as const,
  ];
  const reading = readSignature(headers, label);
  if (reading.type !== "read") throw new Error(`${label} cannot be read`);
  return reading.signature;
}

function verified(vector: Vector, message: Message): boolean {
  const { components, input, signature } = readVector(vector);
  const base = signatureBase(message, components, input);
  const key = createPublicKey({ format: "jwk", key: publicKeys[vector.keyId] });
  return base !== undefined && verifyBytes(vector.algorithm, key, Buffer.from(base), signature);
}
