import { z } from "zod";
import { accountReferenceSchema } from "../records/account.ts";
import { defineRead } from "./task.ts";

export const get_task_status = defineRead({
  name: "get_task_status",
  servedBy: ["sales", "creative", "signals", "governance"],
  timeoutMs: 10_000,
  summary: "How a task that was answered with a task_id stands; its result once it is completed.",
  request: {
    task_id: z.string().min(1),
    /** The one that the task's request was under: agents of the public standard with several show a task under its own alone. */
    account: accountReferenceSchema.optional(),
  },
  response: {
    task_id: z.string(),
    task_type: z.string().optional(),
    /** pending, working, completed, failed, rejected or canceled; unknown values are not terminal. */
    status: z.string(),
    result: z.looseObject({}).optional(),
    error: z.looseObject({ code: z.string(), message: z.string().optional() }).optional(),
  },
});
