import { z } from "zod";
import { lenient, looseFields } from "../../../lib/described.ts";
import { accountReferenceSchema } from "../../records/account.ts";
import { defineRead } from "../task.ts";

const figure = lenient(z.number());

export const get_account_financials = defineRead({
  name: "get_account_financials",
  only: "adcp",
  timeoutMs: 10_000,
  summary: "What is left on an account, and whether its invoices are paid.",
  request: { account: accountReferenceSchema },
  response: {
    /** Of all amounts here, which are in major units. */
    currency: z.string(),
    credit: lenient(looseFields({ credit_limit: figure, available_credit: figure })),
    balance: lenient(looseFields({ available: figure })),
    /** current, past_due or suspended. */
    payment_status: lenient(z.string()),
  },
});
