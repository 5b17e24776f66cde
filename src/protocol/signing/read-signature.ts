import { type InnerList, isInnerList, parseDictionary, serializeInnerList } from "structured-headers";
import { attempt } from "../../lib/cause.ts";
import { bytesOfSequence } from "./byte-sequence.ts";
import type { Component } from "./components.ts";
import { rawMembers } from "./members.ts";
import { fieldValue, type HeaderList } from "./message.ts";

/** A signature as a message carries it, before anything is believed of it. */
export interface ReadSignature {
  readonly components: readonly Component[];
  readonly parameters: ReadonlyMap<string, unknown>;
  /** The member of `Signature-Input` to the letter: the last line of the base. */
  readonly input: string;
  readonly signature: Buffer;
}

export type SignatureReading =
  | { readonly type: "read"; readonly signature: ReadSignature }
  /** Neither field is there. */
  | { readonly type: "absent" }
  | { readonly type: "malformed"; readonly why: string };

/**
 * The one signature under `label`; others are ignored. Strict, as every leniency is a second reading: its member must be written
 * as RFC 8941 serialises it, and the bytes in one base64 alphabet, with `strict` in the padded one of that.
 */
export function readSignature(headers: HeaderList, label: string, strict = false): SignatureReading {
  const inputField = fieldValue(headers, "signature-input");
  const signatureField = fieldValue(headers, "signature");
  if (inputField === undefined && signatureField === undefined) return { type: "absent" };
  if (inputField === undefined || signatureField === undefined)
    return malformed("one of Signature and Signature-Input is missing");
  const input = rawMembers(inputField)?.get(label);
  const bytes = rawMembers(signatureField)?.get(label);
  if (input === undefined || bytes === undefined)
    return malformed(`a label comes twice, or there is no signature ${label}`);
  const list = innerList(input);
  if (list === undefined) return malformed("Signature-Input is not a list of components with parameters");
  const components = componentsOf(list);
  if (components === undefined)
    return malformed("a component is not a name, has a parameter, or comes twice");
  const signature = bytesOfSequence(bytes, strict);
  if (signature === undefined) return malformed("the signature is not base64 of one alphabet");
  return { type: "read", signature: { components, parameters: list[1], input, signature } };
}

function malformed(why: string): SignatureReading {
  return { type: "malformed", why };
}

function innerList(text: string): InnerList | undefined {
  const member = attempt(() => parseDictionary(`x=${text}`).get("x"));
  if (member === undefined || !isInnerList(member)) return undefined;
  return attempt(() => serializeInnerList(member)) === text ? member : undefined;
}

function componentsOf([items]: InnerList): Component[] | undefined {
  const components: Component[] = [];
  for (const [name, parameters] of items) {
    const parameter = parameters.get("name");
    if (typeof name !== "string" || name !== name.toLowerCase()) return undefined;
    if (parameters.size > (name === "@query-param" ? 1 : 0)) return undefined;
    if (parameter !== undefined && typeof parameter !== "string") return undefined;
    components.push(parameter === undefined ? { name } : { name, parameter });
  }
  const distinct = new Set(components.map(({ name, parameter = "" }) => `${name}\n${parameter}`));
  return distinct.size === components.length ? components : undefined;
}
