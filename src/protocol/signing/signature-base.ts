import { type Component, componentIdentifier, componentValues } from "./components.ts";
import type { Message } from "./message.ts";

/**
 * The text that is signed (RFC 9421, 2.5). `parameters` is the signature's own member of `Signature-Input` to the letter.
 * Undefined where the message lacks a component, or where a value could pass for two lines.
 */
export function signatureBase(message: Message, components: readonly Component[], parameters: string) {
  const values = componentValues(message, components);
  if (values === undefined || values.some((value) => /[\r\n]/.test(value))) return undefined;
  const lines = components.map(
    (component, index) => `${componentIdentifier(component)}: ${values[index] ?? ""}`,
  );
  return [...lines, `"@signature-params": ${parameters}`].join("\n");
}
