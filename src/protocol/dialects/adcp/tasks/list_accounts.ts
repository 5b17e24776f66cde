import { type Codec, same, writing } from "../codec.ts";
import { inEach } from "../combine.ts";

/** On the wire every account has a name; inside it is known by its id. */
const named = writing((account) =>
  account["name"] === undefined ? { ...account, name: account["account_id"] } : account,
);

export const list_accounts: Codec = { request: same, answer: inEach("accounts", named) };
