import type { KeyObject } from "node:crypto";
import { type Parameters, serializeInnerList } from "structured-headers";
import { type Algorithm, signBytes } from "../keys/algorithms.ts";
import { sequenceOf } from "./byte-sequence.ts";
import type { Component } from "./components.ts";
import type { Message } from "./message.ts";
import type { Profile } from "./profile.ts";
import { signatureBase } from "./signature-base.ts";

/** A private key with the name that others find its public half by. */
export interface SigningKey {
  readonly keyId: string;
  readonly algorithm: Algorithm;
  readonly privateKey: KeyObject;
}

/** The two fields of a signature over these components (RFC 9421). Throws where the message lacks one of them. */
export function sign(
  message: Message,
  components: readonly Component[],
  parameters: Parameters,
  signer: { readonly key: SigningKey; readonly label?: string; readonly alphabet?: Profile["alphabet"] },
) {
  const { key, label = "sig1", alphabet } = signer;
  const input = signatureInput(components, parameters);
  const base = signatureBase(message, components, input);
  if (base === undefined)
    throw new Error(`the message lacks one of ${components.map(({ name }) => name).join(", ")}`);
  const signature = signBytes(key.algorithm, key.privateKey, Buffer.from(base));
  return { "Signature-Input": `${label}=${input}`, Signature: `${label}=${sequenceOf(signature, alphabet)}` };
}

/** The member of `Signature-Input`, which is also the last line of the base. */
export function signatureInput(components: readonly Component[], parameters: Parameters): string {
  const items = components.map(({ name, parameter }): [string, Parameters] => [
    name,
    new Map(parameter === undefined ? [] : [["name", parameter]]),
  ]);
  return serializeInnerList([items, parameters]);
}
