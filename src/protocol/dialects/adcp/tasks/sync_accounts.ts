import { isObject, objectsIn } from "../../../../lib/json-object.ts";
import { type Codec, type Spelling, same } from "../codec.ts";
import { inEach } from "../combine.ts";

/**
 * On the wire each account says what was done with it; inside, how it stands. Since 3.2 an account may be named by a reference,
 * and one that failed says how it stands by its errors alone.
 */
const row: Spelling = {
  write: (account) => (account["action"] === undefined ? { ...account, action: "updated" } : account),
  read: ({ account: reference, ...wire }) => ({
    ...(isObject(reference) ? reference : {}),
    ...wire,
    ...(wire["status"] === undefined && objectsIn(wire["errors"]).length > 0 && { status: "failed" }),
  }),
};

export const sync_accounts: Codec = { request: same, answer: inEach("accounts", row) };
