import { z } from "zod";
import { fields } from "../../../lib/described.ts";
import { counted } from "../../../lib/english.ts";
import { tasks } from "../../../protocol/tasks/index.ts";
import { accountField, accountOf, type DataFile, sellersField } from "./data-file.ts";
import { cleartextPath, hashIdentity, identityFields } from "./identity.ts";

const { audiences } = tasks.sync_audiences.request.shape;

/** A person as the wire has one: an id and hashes. An id that is not given is made of a hash. */
const personField = fields({
  external_id: z.string().min(1).optional().describe("your own id of the person; no address, no number"),
  ...identityFields,
}).transform((person, context) => {
  let wrong = false;
  const issue = (field: string, message: string) => {
    wrong = true;
    context.addIssue({ code: "custom", path: [field], message });
  };
  const hashes = hashIdentity(person, issue);
  if (cleartextPath(person.external_id) !== undefined)
    issue("external_id", "this looks like an address or a number; put it under email or phone");
  if (wrong) return z.NEVER;
  const made = hashes.hashed_email ?? hashes.hashed_phone;
  const external_id = person.external_id ?? made?.slice(0, 32);
  if (external_id === undefined) {
    context.addIssue({ code: "custom", message: "name an external_id, an email or a phone" });
    return z.NEVER;
  }
  return { external_id, ...hashes };
});

const schema = fields({
  sellers: sellersField,
  account: accountField,
  audiences: z
    .array(
      audiences.element.extend({
        add: z.array(personField).optional(),
        remove: z.array(personField).optional(),
      }),
    )
    .min(1),
}).describe("Audiences to keep at sellers: `flightdesk audiences sync`");

export const audiencesFile: DataFile<typeof schema> = {
  schema,
  request: ({ account, audiences }, context) => ({
    account: accountOf(account, context),
    audiences: audiences.map(({ remove, ...audience }) => ({
      ...audience,
      ...(remove === undefined ? {} : { remove: remove.map(({ external_id }) => ({ external_id })) }),
    })),
  }),
  purpose: ({ audiences }) => `bring ${counted(audiences.length, "audience")} up to date`,
};
