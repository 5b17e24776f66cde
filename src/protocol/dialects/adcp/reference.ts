import { isObject, type JsonObject } from "../../../lib/json-object.ts";
import type { Spelling } from "./codec.ts";

/**
 * The buyer's own reference of a buy or a package. The public standard has no field for it; it travels in the opaque
 * `context`, which agents give back as it came. Whatever else is there stays.
 */
export const reference: Spelling = {
  write: ({ buyer_ref, ...rest }) =>
    buyer_ref === undefined
      ? rest
      : { ...rest, context: { ...(isObject(rest["context"]) ? rest["context"] : {}), buyer_ref } },
  read: (wire) => {
    const found = referenceIn(wire);
    if (found === undefined || wire["buyer_ref"] !== undefined) return wire;
    const { context, ...rest } = wire;
    const { buyer_ref: _, ...others } = isObject(context) ? context : {};
    return {
      ...rest,
      buyer_ref: found,
      ...(Object.keys(others).length > 0 && { context: others }),
    };
  },
};

/** The reference in an object on the wire. */
export function referenceIn({ context }: JsonObject): string | undefined {
  const found = isObject(context) ? context["buyer_ref"] : undefined;
  return typeof found === "string" ? found : undefined;
}
