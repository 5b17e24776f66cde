import { randomBytes } from "node:crypto";
import {
  exchangeAuthorization,
  registerClient,
  startAuthorization,
} from "@modelcontextprotocol/sdk/client/auth.js";
import type {
  AuthorizationServerMetadata,
  OAuthClientInformationMixed,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { cleanText } from "../../lib/clean-text.ts";
import { isoTime } from "../../lib/clock.ts";
import { checkIssuer } from "./check-issuer.ts";
import { discoverResource, readAuthorizationServer } from "./discover.ts";
import type { Login, Pin } from "./login.ts";
import type { LoginBook } from "./login-book.ts";
import { openRedirect } from "./redirect.ts";
import { sessionOf } from "./session-of.ts";

export interface LoginRequest {
  readonly agentUrl: string;
  /** As the person named it. */
  readonly seller: string;
  /** Authorization servers that its publishers name; absent where none does. */
  readonly publishers?: readonly string[];
  /** The one that the person got from the seller when it took them on. */
  readonly expectedIssuer?: string;
  /** For servers at which clients do not register themselves. */
  readonly clientId?: string;
}

export interface LoginPorts {
  readonly book: LoginBook;
  readonly fetch: FetchLike;
  /** UTC milliseconds. */
  readonly now: () => number;
  /** Whether the person knows an authorization server that nobody has vouched for. */
  readonly confirmIssuer: (issuer: string) => Promise<boolean>;
  /** Brings the address before the person's eyes. */
  readonly show: (address: string) => void;
  /** Ends the wait for the person. */
  readonly signal: AbortSignal;
}

/**
 * Logs in at an agent: finds its authorization server, makes sure that it is the right one, and lets the person consent in
 * a browser. Rejects with a sentence where anything does not fit; then nothing is kept.
 */
export async function logIn(request: LoginRequest, ports: LoginPorts): Promise<Login> {
  const { book, fetch, now } = ports;
  const agentUrl = new URL(request.agentUrl).href;
  const target = await discoverResource(agentUrl, fetch);
  const known = (await book.read(agentUrl))?.pin;
  const pin = await trusted(request, target.issuers, known, ports);
  const server = await readAuthorizationServer(pin.issuer, fetch);
  await using redirect = await openRedirect();
  const client = await clientAt(server, redirect.url, request.clientId, fetch);
  const state = randomBytes(32).toString("base64url");
  const scope = scopeOf(target.scopes, server);
  const { authorizationUrl, codeVerifier } = await startAuthorization(pin.issuer, {
    metadata: server,
    clientInformation: client,
    redirectUrl: redirect.url,
    state,
    resource: target.resource,
    ...(scope === undefined ? {} : { scope }),
  });
  const answered = redirect.answer(state, ports.signal);
  ports.show(authorizationUrl.href);
  const code = readAnswer(await answered, {
    issuer: server.issuer,
    namesItself: isTrue(server, "authorization_response_iss_parameter_supported"),
  });
  const tokens = await exchangeAuthorization(pin.issuer, {
    metadata: server,
    clientInformation: client,
    authorizationCode: code,
    codeVerifier,
    redirectUri: redirect.url,
    resource: target.resource,
    fetchFn: fetch,
  });
  const revocationEndpoint = "revocation_endpoint" in server ? server.revocation_endpoint : undefined;
  const session = sessionOf(
    tokens,
    {
      begunAt: isoTime(now()),
      resource: target.resource,
      tokenEndpoint: server.token_endpoint,
      ...(typeof revocationEndpoint === "string" && { revocationEndpoint }),
      client: {
        client_id: client.client_id,
        ...(client.client_secret && { client_secret: client.client_secret }),
      },
    },
    now(),
  );
  const login: Login = { agentUrl, seller: request.seller, pin, session };
  await book.changing(agentUrl, (page) => page.write(login));
  return login;
}

/** The pin that the login rests on: no server is asked anything before it is clear that it is the right one. */
async function trusted(
  { agentUrl, publishers, expectedIssuer: expected }: LoginRequest,
  offered: readonly string[],
  known: Pin | undefined,
  { confirmIssuer, now }: LoginPorts,
): Promise<Pin> {
  const checked = checkIssuer({ offered, pin: known, publishers, expected });
  switch (checked.type) {
    case "refused":
      throw new Error(`no login at ${agentUrl}: ${checked.reason}`);
    case "trusted":
      return known ?? { issuer: checked.issuer, by: checked.by, at: isoTime(now()) };
    case "unknown":
      if (await confirmIssuer(checked.issuer))
        return { issuer: checked.issuer, by: "person", at: isoTime(now()) };
      throw new Error(
        `no login at ${agentUrl}: nobody has confirmed ${checked.issuer} as its authorization server`,
      );
  }
}

function isTrue(document: object, key: string): boolean {
  return Object.entries(document).some(([name, value]) => name === key && value === true);
}

/** What the agent asks for, and the right to go on without the person where the server wants that to be asked for. */
function scopeOf(wanted: readonly string[], { scopes_supported = [] }: AuthorizationServerMetadata) {
  const scopes = new Set([
    ...wanted,
    ...(scopes_supported.includes("offline_access") ? ["offline_access"] : []),
  ]);
  return scopes.size === 0 ? undefined : [...scopes].join(" ");
}

/**
 * Who we are at an authorization server: the id that the seller gave out, else a client registered for this login
 * (RFC 7591), as not every server lets the port of a loopback redirect change.
 */
export async function clientAt(
  metadata: AuthorizationServerMetadata,
  redirectUrl: string,
  clientId: string | undefined,
  fetchFn: FetchLike,
): Promise<OAuthClientInformationMixed> {
  if (clientId !== undefined) return { client_id: clientId };
  if (metadata.registration_endpoint === undefined)
    throw new Error(
      `${metadata.issuer} lets no client register itself: ask the seller for a client id and give it with --client-id`,
    );
  const clientMetadata = {
    client_name: "flightdesk",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: "native",
  };
  return registerClient(metadata.issuer, { metadata, clientMetadata, fetchFn });
}

/**
 * The code in the answer of an authorization server. Throws where it refuses, and where the answer comes from another
 * server than the one that was asked (RFC 9207): the code would be given to the wrong one.
 */
function readAnswer(
  answer: URLSearchParams,
  { issuer, namesItself }: { readonly issuer: string; readonly namesItself: boolean },
): string {
  const from = answer.get("iss");
  if (from === null ? namesItself : from !== issuer)
    throw new Error(
      `the login was begun at ${issuer}, but the answer is ${from === null ? "nobody's" : `of ${cleanText(from, 200)}`}: it is not used`,
    );
  const error = answer.get("error");
  if (error !== null) {
    const description = answer.get("error_description");
    throw new Error(
      cleanText(`${issuer} says no: ${error}${description === null ? "" : `, ${description}`}`, 300),
    );
  }
  const code = answer.get("code");
  if (code === null || code === "") throw new Error(`${issuer} answered without a code`);
  return code;
}
