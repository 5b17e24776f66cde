import { contract, type Dialect } from "./dialect.ts";

/** The service contract's newer shapes, which are those used inside: nothing is rewritten. */
export const svc: Dialect = {
  ...contract,
  name: "svc",
  encode: (_task, request) => request,
  decode: (_task, payload) => payload,
};
