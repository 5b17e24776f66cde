import { z } from "zod";
import { messageOf } from "../lib/cause.ts";
import { scheduleOf } from "../lib/schedule.ts";
import { secretReferenceSchema as secretSchema } from "../lib/secret.ts";
import type { Topic } from "./notification.ts";

const topics = ["decisions", "alerts", "faults"] as const satisfies readonly Topic[];

const digestSchema = z.string().superRefine((line, context) => {
  try {
    scheduleOf(line);
  } catch (cause) {
    context.addIssue({ code: "custom", message: messageOf(cause) });
  }
});

const common = {
  /** What the ledger and `status` call it; what it goes by where absent. */
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, "write small letters, digits and hyphens")
    .optional(),
  about: z
    .array(z.enum(topics))
    .min(1)
    .default([...topics]),
  /** When the morning digest is sent here: a cron line in the desk's time zone, or a time such as "1 day"; `digest_at` where absent. */
  digest: digestSchema.optional(),
};

const entrySchema = z.discriminatedUnion("by", [
  z.strictObject({
    by: z.literal("email"),
    /** smtps://host or smtp://host:587; beyond this machine never without TLS. */
    server: z.url({ protocol: /^smtps?$/, error: "write smtps://host or smtp://host:587" }),
    user: z.string().min(1).optional(),
    password: secretSchema.optional(),
    from: z.email(),
    to: z.array(z.email()).min(1),
    ...common,
  }),
  z.strictObject({ by: z.literal("slack"), url: secretSchema, ...common }),
  z.strictObject({ by: z.literal("teams"), url: secretSchema, ...common }),
  z.strictObject({
    by: z.literal("webhook"),
    url: z.url({ protocol: /^https?$/ }),
    secret: secretSchema,
    ...common,
  }),
]);
export type ChannelSettings = z.output<typeof entrySchema>;

/** `notify` in flightdesk.yaml: whom to notify, on which channel, of what. */
export const notifySchema = z.array(entrySchema).superRefine((entries, context) => {
  const names = entries.map(channelName);
  for (const [index, name] of names.entries())
    if (names.indexOf(name) < index)
      context.addIssue({
        code: "custom",
        path: [index, "name"],
        message: `"${name}" is the name of another entry; give each its own`,
      });
});

export function channelName({ by, name = by }: Pick<ChannelSettings, "by" | "name">): string {
  return name;
}
