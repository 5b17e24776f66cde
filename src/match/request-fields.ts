import { z } from "zod";
import { names } from "../protocol/tasks/names.ts";

const { versionField, majorVersionField } = names.adcp;

/** No line breaks: they would make one text of two when it is signed. */
export const oneLine = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[^\p{Cc}]+$/u);

/** What every request of a match has by the public standard. */
export const requestFields = {
  $schema: z.string().optional(),
  [versionField]: z
    .string()
    .regex(/^\d+\.\d+(-[a-zA-Z0-9.-]+)?$/)
    .optional(),
  [majorVersionField]: z.int().min(1).max(99).optional(),
  protocol_version: z.string().optional(),
  request_id: z.string().min(1).max(500),
  seller_agent_url: z.url(),
};
