import { Webhook } from "standardwebhooks";
import { digestUuid } from "../lib/digest.ts";
import type { Secret } from "../lib/secret.ts";
import { postTo, type Send } from "./channel.ts";

/** A receiver of one's own, signed by the Standard Webhooks. What comes again has the same `webhook-id`. */
export function webhook(address: Secret, secret: Secret, channel: string, now: () => number): Send {
  const post = postTo(address);
  const signing = new Webhook(secret.reveal());
  return ({ id, title, link, data }) => {
    const at = new Date(now());
    const key = `msg_${digestUuid({ channel, id })}`;
    const body = JSON.stringify({
      type: `flightdesk.${data.kind.replaceAll(" ", "_")}`,
      timestamp: at.toISOString(),
      data: { title, ...data, ...(link && { link: link.url }) },
    });
    return post(body, {
      "webhook-id": key,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": signing.sign(key, at, body),
    });
  };
}
