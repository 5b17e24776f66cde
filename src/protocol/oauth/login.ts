import { OAuthClientInformationSchema } from "@modelcontextprotocol/sdk/shared/auth.js";
import { z } from "zod";

const instant = z.iso.datetime();

/** What lets calls to one agent through. Everything here is secret. */
const sessionSchema = z.strictObject({
  begunAt: instant,
  /** What the tokens are good for, as the agent's metadata names it. */
  resource: z.string(),
  tokenEndpoint: z.url(),
  revocationEndpoint: z.url().optional(),
  client: OAuthClientInformationSchema,
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1).optional(),
  expiresAt: instant.optional(),
});
export type Session = z.output<typeof sessionSchema>;

/** The authorization server that an agent was first seen with. It outlives logins: another one is refused. */
const pinSchema = z.strictObject({
  issuer: z.url(),
  /** Whose word it rests on: the publishers' `adagents.json`, or a person's. */
  by: z.enum(["publishers", "person"]),
  at: instant,
});
export type Pin = z.output<typeof pinSchema>;

/** What is kept of a login at one agent. */
export const loginSchema = z.strictObject({
  agentUrl: z.url(),
  /** As the person named the seller, for messages that name the command to type. */
  seller: z.string().min(1),
  pin: pinSchema,
  session: sessionSchema.optional(),
  /** Why the last session is over although nobody logged out. */
  ended: z.string().optional(),
});
export type Login = z.output<typeof loginSchema>;
