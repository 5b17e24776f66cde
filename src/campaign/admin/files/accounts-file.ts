import { z } from "zod";
import { each, fields } from "../../../lib/described.ts";
import { counted } from "../../../lib/english.ts";
import { brandSchema } from "../../../protocol/records/account.ts";
import { type DataFile, sellersField } from "./data-file.ts";

const schema = fields({
  sellers: sellersField,
  accounts: each({
    brand: brandSchema.describe("the advertiser by its bare host name"),
    operator: z.string().min(1).optional().describe("domain that operates the account; else the setting"),
    billing: z.enum(["operator", "agent", "advertiser"]).default("operator").describe("who pays"),
  }).min(1),
}).describe("Accounts to open at sellers: `flightdesk accounts sync`");

export const accountsFile: DataFile<typeof schema> = {
  schema,
  request: ({ accounts }, { operator }) => ({
    accounts: accounts.map((account) => ({ operator, ...account })),
  }),
  purpose: ({ accounts }) => `open ${counted(accounts.length, "account")}`,
};
