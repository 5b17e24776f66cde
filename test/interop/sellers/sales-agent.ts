import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { createAdcpServerFromPlatform } from "@adcp/sdk/server";
import { lasting } from "../agents/lasting.ts";
import { type Agent, type AgentOptions, openAgent } from "../agents/open-agent.ts";
import { type Books, openBooks } from "./books.ts";
import { type Sales, salesPlatform } from "./sales-platform.ts";

export interface SalesAgent extends Agent {
  readonly books: Books;
}

export type SalesOptions = Omit<Sales, "books"> &
  Pick<AgentOptions, "count" | "damage" | "whenDamaged" | "isDown" | "line">;

const keyId = "seller-webhooks";

/** A seller on the standard's own server, with books of its own and a key that it signs webhooks with. */
export async function openSalesAgent(options: SalesOptions): Promise<SalesAgent> {
  const books = openBooks();
  const platform = salesPlatform({ ...options, books });
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const signerKey = { keyid: keyId, alg: "ed25519", privateKey: jwk(privateKey, "sign") } as const;
  const shared = lasting();
  const agent = await openAgent({
    ...options,
    server: () =>
      createAdcpServerFromPlatform(platform, {
        name: "a seller",
        version: "1.0.0",
        ...shared,
        ...(options.targeting && {
          capabilities: { overrides: { media_buy: { execution: { targeting: options.targeting } } } },
        }),
        allowPrivateWebhookUrls: true,
        webhooks: { signerKey },
      }),
    files: (origin) => ({
      "/.well-known/brand.json": {
        house: { domain: "seller.example", name: "A seller" },
        agents: [
          {
            type: "sales",
            id: "sales",
            url: `${origin}/${options.line === undefined ? "mcp" : "a2a"}`,
            jwks_uri: `${origin}/.well-known/jwks.json`,
          },
        ],
      },
      "/.well-known/jwks.json": { keys: [jwk(publicKey, "verify")] },
    }),
  });
  return { ...agent, books };
}

function jwk(key: KeyObject, operation: "sign" | "verify") {
  return {
    ...key.export({ format: "jwk" }),
    kty: "OKP",
    kid: keyId,
    alg: "EdDSA",
    use: "sig",
    key_ops: [operation],
    adcp_use: "webhook-signing",
  };
}
