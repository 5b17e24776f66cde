import { z } from "zod";
import { each, fields } from "../lib/described.ts";

/** Where routers reach one side of a match, as they have it registered. */
const endpoint = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ""))
  .describe("Its address as routers have it registered: requests are signed for it");
const listen = z
  .string()
  .regex(/^(?:\[[\da-f:]+\]|[^:\s]+):\d{1,5}$/i, "write host and port, as 127.0.0.1:4491")
  .describe("Host and port that it listens on");
export const country = z.string().regex(/^[A-Z]{2}$/);

const key = fields({
  kid: z.string().min(1),
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string().regex(/^[\w-]{43}$/, "is 32 bytes in base64url"),
  revoked_at: z.iso.datetime({ offset: true }).optional(),
});

/** `match.yaml`: all settings of `flightdesk match serve`. */
export const matchSettingsSchema = fields({
  packages: z.string().min(1).describe("The list that `flightdesk match packages` writes"),
  context: fields({
    url: endpoint,
    listen,
    cache_ttl: z
      .int()
      .min(0)
      .max(86_400)
      .default(0)
      .describe("Seconds for which routers may keep an answer: a pause takes as long to reach them"),
  }),
  identity: fields({
    url: endpoint,
    listen,
    countries: z.array(country).min(1).describe("Countries that it is registered for"),
    consent_countries: z
      .array(country)
      .optional()
      .describe("Where nobody is looked up without consent; the EEA, GB, CH and US where absent"),
    serve_window: z
      .int()
      .min(1)
      .max(300)
      .default(60)
      .describe("Seconds in which an eligible package is shown once"),
    held: z.string().min(1).describe("Hashed tokens that are capped or left out"),
    token_key: z.string().min(1).describe("The key that tokens are hashed with"),
  }),
  routers: each({
    name: z.string().min(1),
    keys: z.array(key).min(1).describe("Its public keys, as JWKs"),
    sellers: z.array(z.url()).min(1).describe("Seller agents whose packages it may ask for"),
    per_second: z.number().positive().default(500).describe("Requests that it may send, on each side"),
  }).min(1),
});
export type MatchSettings = z.output<typeof matchSettingsSchema>;
