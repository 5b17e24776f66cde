import { z } from "zod";
import { each, eachLoose } from "../../../lib/described.ts";
import { defineMutation } from "../task.ts";

const declineReasons = [
  "price",
  "inventory_fit",
  "audience_fit",
  "creative_unsupported",
  "measurement_unsupported",
  "policy",
  "timing",
  "budget_changed",
  "selected_alternative",
  "other",
] as const;

export const decline_proposals = defineMutation({
  name: "decline_proposals",
  only: "adcp",
  timeoutMs: 30_000,
  summary:
    "Say that proposals are not taken, which frees what is held for them. Repeating it changes nothing.",
  request: {
    declines: each({ proposal_id: z.string().min(1), reason: z.enum(declineReasons).optional() }).min(1),
  },
  response: { results: eachLoose({ proposal_id: z.string(), outcome: z.string() }).optional() },
});
