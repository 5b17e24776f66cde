import { z } from "zod";
import { brandSchema } from "../../../protocol/records/account.ts";

/** Who operates an account where its file does not say. */
export interface FileContext {
  readonly operator: string;
}

/** A file that a command sends: its schema, and the request that its content becomes, without the idempotency key. */
export interface DataFile<Schema extends z.ZodType<{ readonly sellers?: readonly string[] }>> {
  readonly schema: Schema;
  readonly request: (content: z.output<Schema>, context: FileContext) => Readonly<Record<string, unknown>>;
  /** What is sent, in words. */
  readonly purpose: (content: z.output<Schema>) => string;
}

export const sellersField = z
  .array(z.string().min(1))
  .min(1)
  .optional()
  .describe("ids or domains of the sellers that it is for; --seller goes before it");

export const accountField = z
  .union([
    z.strictObject({ account_id: z.string().min(1) }),
    z.strictObject({ brand: brandSchema, operator: z.string().min(1).optional() }),
  ])
  .describe("the billing relationship: the seller's account id, or the brand and who operates for it");

export function accountOf(account: z.output<typeof accountField>, { operator }: FileContext) {
  return "account_id" in account ? account : { operator, ...account };
}
