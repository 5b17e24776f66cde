import { z } from "zod";
import { defineRead } from "../task.ts";

export const list_accounts = defineRead({
  name: "list_accounts",
  timeoutMs: 10_000,
  summary: "Active account relationships of the caller.",
  request: {},
  response: { accounts: z.array(z.looseObject({ account_id: z.string(), status: z.string() })) },
});
