import { fields } from "../../../lib/described.ts";
import { counted } from "../../../lib/english.ts";
import { tasks } from "../../../protocol/tasks/index.ts";
import { accountField, accountOf, type DataFile, sellersField } from "./data-file.ts";

const schema = fields({
  sellers: sellersField,
  account: accountField,
  catalogs: tasks.sync_catalogs.request.shape.catalogs,
}).describe("Catalogues to send to sellers: `flightdesk catalogs sync`");

export const catalogsFile: DataFile<typeof schema> = {
  schema,
  request: ({ account, catalogs }, context) => ({ account: accountOf(account, context), catalogs }),
  purpose: ({ catalogs }) => `bring ${counted(catalogs.length, "catalogue")} up to date`,
};
