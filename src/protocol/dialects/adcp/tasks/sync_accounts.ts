import { type Codec, type Spelling, same } from "../codec.ts";
import { inEach } from "../combine.ts";

/** On the wire each account says what was done with it; inside, how it stands. */
const statusSpelling: Spelling = {
  write: (account) => (account["action"] === undefined ? { ...account, action: "updated" } : account),
  read: (wire) => wire,
};

export const sync_accounts: Codec = { request: same, answer: inEach("accounts", statusSpelling) };
