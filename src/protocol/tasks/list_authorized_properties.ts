import { z } from "zod";
import { defineRead } from "./task.ts";

export const list_authorized_properties = defineRead({
  name: "list_authorized_properties",
  access: "public",
  timeoutMs: 10_000,
  summary: "Publisher domains whose properties this agent may sell.",
  request: {},
  response: { publisher_domains: z.array(z.string().min(1)) },
});
