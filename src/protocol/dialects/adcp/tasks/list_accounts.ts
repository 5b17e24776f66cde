import { type Codec, type Spelling, same } from "../codec.ts";
import { inEach } from "../combine.ts";

/** On the wire every account has a name; inside it is known by its id. */
const named: Spelling = {
  write: (account) => (account["name"] === undefined ? { ...account, name: account["account_id"] } : account),
  read: (wire) => wire,
};

export const list_accounts: Codec = { request: same, answer: inEach("accounts", named) };
