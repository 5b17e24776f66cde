import { z } from "zod";
import { fields, looseFields } from "../../../lib/described.ts";
import { counted } from "../../../lib/english.ts";
import { tasks } from "../../../protocol/tasks/index.ts";
import { type DataFile, sellersField } from "./data-file.ts";
import { hashIdentity, identityFields } from "./identity.ts";

const { event_source_id, events } = tasks.log_event.request.shape;

/** A person behind an event: addresses and numbers become hashes, click ids and the like are kept. */
const matchField = looseFields(identityFields).transform((match, context) => {
  const { email: _email, phone: _phone, ...rest } = match;
  const hashes = hashIdentity(match, (field, message) => {
    context.addIssue({ code: "custom", path: [field], message });
  });
  return { ...rest, ...hashes };
});

const schema = fields({
  sellers: sellersField,
  event_source_id,
  events: z
    .array(events.element.extend({ user_match: matchField.optional() }))
    .min(1)
    .max(10_000)
    .refine(
      (list) => new Set(list.map(({ event_id }) => event_id)).size === list.length,
      "each event_id may stand here once",
    ),
}).describe("Measured outcomes to send to sellers: `flightdesk events log`");

export const eventsFile: DataFile<typeof schema> = {
  schema,
  request: ({ event_source_id, events }) => ({ event_source_id, events }),
  purpose: ({ events }) => `log ${counted(events.length, "event")}`,
};
