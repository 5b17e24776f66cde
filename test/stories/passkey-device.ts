import { createHash, generateKeyPairSync, sign } from "node:crypto";
import type { Assertion } from "../../src/campaign/approvals/passkey.ts";
import type { Passkey } from "../../src/campaign/model/decisions/approvers.ts";

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

/** A device that holds a P-256 passkey and signs as a browser has it sign; a hostile page may have it say anything. */
export function passkeyDevice(origin = "http://localhost:4800") {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // COSE_Key: kty EC2, alg ES256, crv P-256, x, y.
  const cose = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
  const id = sha256(cose).toString("base64url");
  const passkey: Passkey = { id, publicKey: cose.toString("base64url"), origin };
  return {
    passkey,
    touch: (
      challenge: string,
      { at = origin, verified = true }: { readonly at?: string; readonly verified?: boolean } = {},
    ): Assertion => {
      const clientData = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin: at }));
      const flags = verified ? 0x05 : 0x01;
      const authenticator = Buffer.concat([sha256(new URL(at).hostname), Buffer.from([flags, 0, 0, 0, 0])]);
      const signed = Buffer.concat([authenticator, sha256(clientData)]);
      return {
        credential: id,
        authenticatorData: authenticator.toString("base64url"),
        clientDataJSON: clientData.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      };
    },
  };
}
