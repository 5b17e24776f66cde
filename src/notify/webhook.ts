import { Webhook } from "standardwebhooks";
import { codeOf } from "../lib/code.ts";
import { digestUuid } from "../lib/digest.ts";
import type { Secret } from "../lib/secret.ts";
import { postTo, type Send } from "./channel.ts";
import type { Notification } from "./notification.ts";

/** As the ledger has it, with codes as published JSON spells them. */
function coded(data: Notification) {
  return { ...data, kind: codeOf(data.kind) };
}

/** A receiver of one's own, signed by the Standard Webhooks. What comes again has the same `webhook-id`. */
export function webhook(address: Secret, secret: Secret, channel: string, now: () => number): Send {
  const post = postTo(address);
  const signing = new Webhook(secret.reveal());
  return ({ id, title, link, data }) => {
    const at = new Date(now());
    const key = `msg_${digestUuid({ channel, id })}`;
    const body = JSON.stringify({
      // The standard has no hyphen in a type.
      type: `flightdesk.${data.kind.replaceAll(" ", "_")}`,
      timestamp: at.toISOString(),
      data: { title, ...coded(data), ...(link && { link: link.url }) },
    });
    return post(body, {
      "webhook-id": key,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": signing.sign(key, at, body),
    });
  };
}
