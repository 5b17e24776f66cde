import { openKeptPages } from "../../ledger/open-ledger.ts";
import type { PrivatePages } from "../../lib/private-pages.ts";
import { type OrderTerms, orderTermsSchema } from "../../report/documents/order-terms.ts";
import type { Desk } from "../desk.ts";

type Place = Pick<Desk, "settings" | "home">;

const page = "orders";

/** Parties and terms of orders: what flightdesk.yaml says, and where it is silent what people have filled in. */
export async function orderDetails(desk: Place): Promise<OrderTerms> {
  const kept = inPage(await atPages(desk, (pages) => pages.read(page)));
  return laidOver(kept, desk.settings.orders ?? {});
}

/** Keeps what `change` makes of what was filled in before. */
export function changeOrderDetails(desk: Place, change: (kept: OrderTerms) => Details): Promise<void> {
  return atPages(desk, (pages) =>
    pages.changing(page, async ({ read, write }) => write(JSON.stringify(change(inPage(await read()))))),
  );
}

interface Details {
  readonly parties?: Readonly<Record<string, object>> | undefined;
}

/** Both together: where the later one names a field, it holds. */
export function laidOver<Of extends Details>(below: Details, above: Of): Of {
  const [known = {}, others = {}] = [below.parties, above.parties];
  const keys = [...new Set([...Object.keys(known), ...Object.keys(others)])];
  const parties = Object.fromEntries(keys.map((key) => [key, { ...known[key], ...others[key] }]));
  return { ...below, ...above, parties };
}

async function atPages<Result>({ home, settings }: Place, use: (pages: PrivatePages) => Promise<Result>) {
  const pages = openKeptPages({ home, url: settings.ledger_url }, "document_detail");
  try {
    return await use(pages);
  } finally {
    await pages.close();
  }
}

function inPage(text = "{}"): OrderTerms {
  return orderTermsSchema.parse(JSON.parse(text));
}
