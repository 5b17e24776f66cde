import { asContract, contract, type Dialect } from "./dialect.ts";

/** The service contract's newer shapes, which are those used inside: nothing is rewritten. */
export const svc: Dialect = {
  ...contract,
  name: "svc",
  encode: asContract,
  decode: (_task, payload) => payload,
};
