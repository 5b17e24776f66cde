import { z } from "zod";
import { cleanText } from "../lib/clean-text.ts";
import type { LoggedOut } from "../protocol/oauth/log-out.ts";
import type { Pin } from "../protocol/oauth/login.ts";

const agentSchema = {
  seller: z.string().describe("as it was named at the login"),
  agentUrl: z.string(),
};

/** What `login` prints with `--json`: never a token. */
export const loginOutputSchema = z.strictObject({
  command: z.literal("login"),
  ...agentSchema,
  issuer: z.string().describe("the authorization server; later logins must be there too"),
  vouchedBy: z.enum(["publishers", "person"]).describe("on whose word the authorization server is trusted"),
  accepted: z.boolean().describe("whether a call with the new login, which is kept, was answered"),
  reason: z.string().optional().describe("why it was not"),
});
type LoginOutput = z.infer<typeof loginOutputSchema>;

/** What `logout` prints with `--json`. */
export const logoutOutputSchema = z.strictObject({
  command: z.literal("logout"),
  ...agentSchema,
  result: z
    .enum(["revoked", "nobody", "not-revoked"])
    .describe(
      "tokens taken back and removed; nobody was logged in; removed here, but good until they run out",
    ),
  reason: z.string().optional().describe("why they were not taken back"),
});
type LogoutOutput = z.infer<typeof logoutOutputSchema>;

interface Agent {
  readonly seller: string;
  readonly agentUrl: string;
}

/** `problem`: what was wrong with the call that tried the login, undefined where it was answered. */
export function loginOutput({ seller, agentUrl }: Agent, pin: Pin, problem: string | undefined): LoginOutput {
  return {
    command: "login",
    seller,
    agentUrl,
    issuer: pin.issuer,
    vouchedBy: pin.by,
    accepted: problem === undefined,
    ...(problem === undefined ? {} : { reason: cleanText(problem, 600) }),
  };
}

export function logoutOutput({ seller, agentUrl }: Agent, done: LoggedOut): LogoutOutput {
  return {
    command: "logout",
    seller,
    agentUrl,
    result: done.type,
    ...(done.type === "not-revoked" ? { reason: cleanText(done.reason, 600) } : {}),
  };
}
