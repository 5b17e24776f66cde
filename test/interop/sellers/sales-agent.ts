import { generateKeyPairSync } from "node:crypto";
import { createAdcpServerFromPlatform, definePlatform } from "@adcp/sdk/server";
import type { Clock } from "../../../src/lib/clock.ts";
import { lasting } from "../agents/lasting.ts";
import { type Agent, type AgentOptions, openAgent } from "../agents/open-agent.ts";
import { accountStore } from "./accounts.ts";
import { type Books, openBooks } from "./books.ts";
import { book, change, confirmation, listed } from "./buying.ts";
import type { Product } from "./products.ts";
import { delivered } from "./reporting.ts";

export interface SalesAgent extends Agent {
  readonly books: Books;
}

export interface SalesOptions extends Pick<AgentOptions, "count" | "losesAnswer"> {
  readonly products: readonly Product[];
  readonly clock: Clock;
  /** Awaited before an order is booked that its people must agree to; orders are booked at once where it is absent. */
  readonly agreement?: () => Promise<void>;
  /** Awaited before each answer. */
  readonly delay?: () => Promise<void>;
  /** What a thousand impressions cost in the end, in major units. */
  readonly cpm?: number;
  /** Whether it fails to tell what was delivered. */
  readonly isDeliveryBroken?: () => boolean;
  readonly books?: Books;
}

/** A seller on the standard's own server, with books of its own. */
export async function openSalesAgent(options: SalesOptions): Promise<SalesAgent> {
  const { products, clock, cpm = 10, books = openBooks() } = options;
  const keys = generateKeyPairSync("ed25519");
  const keyId = "seller-webhooks";
  const jwk = (key: typeof keys.publicKey) => ({
    ...key.export({ format: "jwk" }),
    kty: "OKP",
    kid: keyId,
    alg: "EdDSA",
    use: "sig",
    adcp_use: "webhook-signing",
  });
  const platform = definePlatform({
    capabilities: {
      specialisms: ["sales-non-guaranteed"] as const,
      channels: ["ctv", "olv", "display"] as const,
      pricingModels: ["cpm"] as const,
      config: {},
    },
    accounts: accountStore(books),
    sales: {
      getProducts: async () => {
        await options.delay?.();
        return { products: [...products] };
      },
      createMediaBuy: async (request, context) => {
        await options.delay?.();
        const booked = () =>
          confirmation(book(books, products, { request, accountId: context.account.id, now: clock.now() }));
        const { agreement } = options;
        return agreement === undefined
          ? booked()
          : context.handoffToTask(async () => {
              await agreement();
              return booked();
            });
      },
      updateMediaBuy: (id, patch) => Promise.resolve().then(() => change(books, id, patch)),
      getMediaBuys: ({ media_buy_ids }) =>
        Promise.resolve(
          listed([...books.buys.values()].filter(({ id }) => media_buy_ids?.includes(id) !== false)),
        ),
      getMediaBuyDelivery: (request) => {
        if (options.isDeliveryBroken?.() === true)
          return Promise.reject(new Error("the report is not ready"));
        const asked = [...books.buys.values()].filter(
          ({ id }) => request.media_buy_ids?.includes(id) !== false,
        );
        return Promise.resolve(delivered(asked, request, { now: clock.now(), cpm }));
      },
      syncCreatives: (creatives) => {
        for (const creative of creatives) books.creatives.set(creative.creative_id, creative);
        return Promise.resolve(
          creatives.map(({ creative_id }) => ({
            creative_id,
            action: "created" as const,
            status: "approved" as const,
          })),
        );
      },
      providePerformanceFeedback: ({ media_buy_id, package_id, performance_index }) => {
        books.feedback.push({ buyId: media_buy_id, packageId: package_id, index: performance_index });
        return Promise.resolve({ success: true as const });
      },
    },
  });
  const shared = lasting();
  const agent = await openAgent({
    ...options,
    server: () =>
      createAdcpServerFromPlatform(platform, {
        name: "a seller",
        version: "1.0.0",
        ...shared,
        allowPrivateWebhookUrls: true,
        webhooks: { signerKey: { keyid: keyId, alg: "ed25519", privateKey: jwk(keys.privateKey) } },
      }),
    files: (origin) => ({
      "/.well-known/brand.json": {
        house: { domain: "seller.example", name: "A seller" },
        agents: [
          { type: "sales", id: "sales", url: `${origin}/mcp`, jwks_uri: `${origin}/.well-known/jwks.json` },
        ],
      },
      "/.well-known/jwks.json": { keys: [jwk(keys.publicKey)] },
    }),
  });
  return { ...agent, books };
}
