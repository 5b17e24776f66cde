import { isObject } from "../../../../lib/json-object.ts";
import type { Spelling } from "../codec.ts";

/** A compact request has one source of its brand: an account that names it goes without another. */
export const oneBrand: Spelling = {
  write: (inside) => {
    const { brand: _, ...rest } = inside;
    return isObject(rest["account"]) && rest["account"]["brand"] !== undefined ? rest : inside;
  },
  read: (wire) =>
    wire["brand"] === undefined && isObject(wire["account"]) && wire["account"]["brand"] !== undefined
      ? { ...wire, brand: wire["account"]["brand"] }
      : wire,
};
