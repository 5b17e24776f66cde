import { z } from "zod";
import { each, eachLoose, looseFields } from "../../../lib/described.ts";
import { brandSchema } from "../../records/account.ts";
import { defineMutation } from "../task.ts";

export const sync_accounts = defineMutation({
  name: "sync_accounts",
  timeoutMs: 60_000,
  summary: "Open or refresh the billing relationships that buys are made under.",
  request: {
    accounts: each({
      brand: brandSchema,
      operator: z.string().min(1),
      billing: z.enum(["operator", "agent", "advertiser"]),
    }).min(1),
  },
  response: {
    accounts: eachLoose({
      brand: looseFields({ domain: z.string() }).optional(),
      account_id: z.string().optional(),
      /** active, pending_approval, or what else the seller needs. */
      status: z.string(),
      message: z.string().optional(),
      /** What the seller needs to know before the account is active. */
      setup: looseFields({ url: z.string().optional(), message: z.string().optional() }).optional(),
    }),
  },
});
