import { z } from "zod";
import { capabilities } from "../../campaign/discover/discover.ts";
import { publishersOf } from "../../campaign/discover/publishers.ts";
import type { Seller } from "../../campaign/model/sellers/seller.ts";
import { durationSchema } from "../../config.ts";
import { messageOf } from "../../lib/cause.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { deadline } from "../../lib/deadline.ts";
import type { Described } from "../../lib/described.ts";
import { type LoginPorts, logIn as loggedIn } from "../../protocol/oauth/log-in.ts";
import { publishersIssuers } from "../../protocol/oauth/publishers-issuers.ts";
import { registryApi } from "../../protocol/registry/registry.ts";
import { agentNamed } from "../admin-tasks.ts";
import type { Desk } from "../desk.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

/** What `login` prints with `--json`: never a token. */
export const loginOutputSchema = z.strictObject({
  command: z.literal("login"),
  seller: z.string().describe("as it was named at the login"),
  agentUrl: z.string(),
  issuer: z.string().describe("the authorization server; later logins must be there too"),
  vouchedBy: z.enum(["publishers", "person"]).describe("on whose word the authorization server is trusted"),
  accepted: z.boolean().describe("whether a call with the new login, which is kept, was answered"),
  reason: z.string().optional().describe("why it was not"),
});
type LoginOutput = Described<typeof loginOutputSchema>;

/** The person who logs in: sees the login page, and says whether an authorization server that nobody vouches for is right. */
type AtTheBrowser = Pick<LoginPorts, "confirmIssuer" | "show">;

/** A person logs in at a seller in a browser; what comes back is kept, and tried with one call. */
export const logIn = operation({
  input: z.strictObject({
    seller: z.string().describe("its id or domain in the registry, or its address; the registry by its own"),
    issuer: z.string().optional().describe("the authorization server that the seller gave the address of"),
    clientId: z.string().optional().describe("ours, where the server does not allow registration"),
    timeout: z.string().default("5 min").describe("how long the person is waited for"),
    person: z.custom<AtTheBrowser>((value) => typeof value === "object" && value !== null),
  }),
  output: loginOutputSchema,
  run: async (desk, { seller, issuer, clientId, timeout, person }): Promise<LoginOutput> => {
    const wait = durationSchema.safeParse(timeout);
    if (!wait.success) throw new UsageError(`--timeout: ${wait.error.issues[0]?.message}`);
    const { agentUrl, publishers, problem: problemAfter } = await placeOf(seller, desk);
    const late = `nobody answered within ${timeout}; nothing is kept. Try again when you are ready`;
    using patience = deadline(wait.data, [], () => new Error(late));
    const login = { agentUrl, seller, publishers, expectedIssuer: issuer, clientId };
    const ports = { ...desk.dry.oauth, now: Date.now, signal: patience.signal, ...person };
    const { pin } = await loggedIn(login, ports);
    desk.note(`${seller}: logged in at ${pin.issuer}, on the word of ${vouchers[pin.by]}`);
    const problem = await problemAfter();
    return {
      command: "login",
      seller,
      agentUrl,
      issuer: pin.issuer,
      vouchedBy: pin.by,
      accepted: problem === undefined,
      ...(problem === undefined ? {} : { reason: cleanText(problem, 600) }),
    };
  },
});

const vouchers = { publishers: "its publishers", person: "a person" };

/**
 * A seller, or the registry by its own address: that has no publishers to vouch for it. Its `problem`: what a call with the new
 * login comes to, undefined where it is answered.
 */
async function placeOf(name: string, desk: Desk) {
  const { registry_url: registryUrl } = desk.settings;
  if (
    registryUrl !== undefined &&
    [registryUrl, registryApi(registryUrl)].includes(name.replace(/\/$/, ""))
  ) {
    const { searchRegistry } = await desk.dry.ports("login");
    const search = () => searchRegistry({ capability: "get_products" }).then(() => undefined, messageOf);
    return { agentUrl: registryApi(registryUrl), problem: search };
  }
  const agent = await agentNamed(name, "get_products", desk.dry);
  const publishers = await issuersFor(agent, desk);
  return { agentUrl: agent.agentUrl, publishers, problem: () => problemWith(agent, desk) };
}

async function problemWith({ agentUrl }: Seller, { dry }: Desk): Promise<string | undefined> {
  const answer = await (await dry.ports("login")).read(agentUrl, "get_capabilities", {}, { tries: 1 });
  return answer.type === "failed" ? answer.error.message : undefined;
}

/** The authorization servers that the seller's publishers name in their adagents.json. */
async function issuersFor({ domain, agentUrl, channels, tasks }: Seller, { dry }: Desk) {
  const { read, readAdagents } = await dry.ports("login");
  const entry = { domain, agentUrl, channels, capabilities: tasks };
  const declared = await capabilities(entry, read);
  const claims = await publishersOf(entry, declared, read);
  return publishersIssuers(
    agentUrl,
    claims.map((claim) => claim.domain),
    readAdagents,
  );
}
