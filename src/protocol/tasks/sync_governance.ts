import { z } from "zod";
import { accountReferenceSchema } from "../records/account.ts";
import { defineMutation } from "../task.ts";

/**
 * Stands in a request for the credential that the seller presents to the governance agent. What is judged, written down and
 * digested holds this mark; the client puts the credential in its place where the request goes out.
 */
export const governanceCredentialMark = "(kept by the buyer and put in where this is sent)";

export const sync_governance = defineMutation({
  name: "sync_governance",
  only: "adcp",
  servedBy: ["sales"],
  access: "authenticated",
  timeoutMs: 60_000,
  summary: "Tell a seller which governance agent it asks about an account's buys.",
  request: {
    accounts: z
      .array(
        z.strictObject({
          account: accountReferenceSchema,
          governance_agents: z
            .array(
              z.strictObject({
                url: z.url(),
                authentication: z.strictObject({
                  schemes: z.array(z.literal("Bearer")).length(1),
                  credentials: z.literal(governanceCredentialMark),
                }),
              }),
            )
            .length(1),
        }),
      )
      .min(1),
  },
  response: {
    accounts: z.array(
      z.looseObject({
        /** synced or failed. */
        status: z.string(),
        governance_agents: z.array(z.looseObject({ url: z.string() })).optional(),
        errors: z.array(z.looseObject({ message: z.string().optional() })).optional(),
      }),
    ),
    replayed: z.boolean().optional(),
  },
});
