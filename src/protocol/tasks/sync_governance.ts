import { z } from "zod";
import { each, eachLoose, fields } from "../../lib/described.ts";
import { accountReferenceSchema } from "../records/account.ts";
import { defineMutation } from "./task.ts";

/**
 * Stands in a request for the credential that the seller presents to the governance agent. What is checked, written down and
 * digested holds this mark; the client puts the credential in its place where the request goes out.
 */
export const governanceCredentialMark = "(kept by the buyer and put in where this is sent)";

/** Accounts, each with its governance agent: with the mark as the buyer keeps it, with the credential as the seller is sent it. */
export function governedAccountsSchema<Credentials extends z.ZodType<string>>(credentials: Credentials) {
  const authentication = fields({ schemes: z.array(z.literal("Bearer")).length(1), credentials });
  const agent = fields({ url: z.url(), authentication });
  return each({ account: accountReferenceSchema, governance_agents: z.array(agent).length(1) }).min(1);
}

export const sync_governance = defineMutation({
  name: "sync_governance",
  only: "adcp",
  timeoutMs: 60_000,
  summary: "Tell a seller which governance agent it asks about an account's buys.",
  request: { accounts: governedAccountsSchema(z.literal(governanceCredentialMark)) },
  response: {
    accounts: eachLoose({
      /** synced or failed. */
      status: z.string(),
      governance_agents: eachLoose({ url: z.string() }).optional(),
      errors: eachLoose({ message: z.string().optional() }).optional(),
    }),
  },
});
