import type { Report } from "../../media-buys/book.ts";
import type { Payload } from "../../payload.ts";

/** A report as the public standard's webhooks carry it; `result` is spelled already. */
export function webhookBody({ url: _url, ...report }: Report): Payload {
  return { ...report, protocol: "media-buy" };
}
