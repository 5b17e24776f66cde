import { refreshAuthorization } from "@modelcontextprotocol/sdk/client/auth.js";
import {
  OAuthError,
  ServerError,
  TemporarilyUnavailableError,
  TooManyRequestsError,
} from "@modelcontextprotocol/sdk/server/auth/errors.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { messageOf } from "../../lib/cause.ts";
import type { PrivatePage } from "../../lib/private-pages.ts";
import { Secret } from "../../lib/secret.ts";
import { TaskError } from "../messages/errors.ts";
import type { Login, Session } from "./login.ts";
import type { LoginBook } from "./login-book.ts";
import { sessionOf } from "./session-of.ts";

/** A token is renewed this long before it runs out, so that it does not on its way. */
const marginMs = 30_000;

/**
 * What goes into the Authorization header of agents at which somebody has logged in. Where only a person can help, all of
 * them reject with an `UNAUTHORIZED` TaskError that names the command to type; nothing is tried again before that.
 */
export interface Logins {
  /** Undefined where nobody is logged in. A token that has run out is renewed first. */
  readonly authorization: (agentUrl: string) => Promise<string | undefined>;
  /** Another value than the one that the agent refused. */
  readonly renewed: (agentUrl: string, refused: string) => Promise<string>;
  /** The agent refused what was renewed a moment ago: the login is over. Always rejects. */
  readonly refusedAgain: (agentUrl: string, refused: string) => Promise<never>;
}

export function openLogins(ports: {
  readonly book: LoginBook;
  readonly fetch: FetchLike;
  /** UTC milliseconds. */
  readonly now: () => number;
  /** Called with every token that comes into use. */
  readonly keep?: (token: Secret) => void;
}): Logins {
  const { book, fetch, now, keep = () => {} } = ports;
  /** One renewal for an agent at a time: a refresh token is good for one. */
  const renewals = new Map<string, Promise<string>>();

  const renew = async (agentUrl: string, refused: string): Promise<string> =>
    book.changing(agentUrl, async (page) => {
      const { login, session } = open(await page.read(), agentUrl);
      // Whoever held the lock before may have renewed it already.
      if (headerOf(session) !== refused) return bearer(session);
      if (session.refreshToken === undefined)
        return end(page, login, "the token is over and the server gave none to renew it with");
      const tokens = await refreshed(session, session.refreshToken, fetch).catch((cause: unknown) =>
        failedRefresh(page, login, cause),
      );
      const { accessToken: _access, refreshToken: _refresh, expiresAt: _until, ...lasting } = session;
      const next = await acceptable(() => sessionOf(tokens, lasting, now()), page, login);
      await page.write({ ...login, session: next });
      return bearer(next);
    });

  const bearer = (session: Session): string => {
    for (const token of [session.accessToken, session.refreshToken])
      if (token !== undefined) keep(new Secret(token));
    return headerOf(session);
  };

  const renewed = (agentUrl: string, refused: string) => {
    const running = renewals.get(agentUrl);
    if (running !== undefined) return running;
    const renewal = renew(agentUrl, refused).finally(() => renewals.delete(agentUrl));
    renewals.set(agentUrl, renewal);
    return renewal;
  };

  const current = async (agentUrl: string): Promise<string | undefined> => {
    const login = await book.read(agentUrl);
    if (login === undefined || (login.session === undefined && login.ended === undefined)) return undefined;
    const { session } = open(login, agentUrl);
    const isOver = session.expiresAt !== undefined && Date.parse(session.expiresAt) - marginMs <= now();
    return isOver && session.refreshToken !== undefined
      ? renewed(agentUrl, bearer(session))
      : bearer(session);
  };

  return {
    authorization: (agentUrl) => usable(current(agentUrl)),
    renewed: (agentUrl, refused) => usable(renewed(agentUrl, refused)),
    refusedAgain: (agentUrl, refused) =>
      usable(
        book.changing(agentUrl, async (page) => {
          const { login, session } = open(await page.read(), agentUrl);
          if (headerOf(session) === refused)
            return end(page, login, "it refuses a token that was just renewed");
          throw loginNeeded(login.seller, "it refuses the token");
        }),
      ),
  };
}

/** What keeps a login from being used was found before anything was sent, or after it was refused: nothing was done. */
function usable<Value>(value: Promise<Value>): Promise<Value> {
  return value.catch((cause: unknown) => {
    if (cause instanceof TaskError) throw cause;
    throw new TaskError("CREDENTIAL_UNUSABLE", `the login cannot be used: ${messageOf(cause)}`, { cause });
  });
}

/** What a person must do about an agent that lets us in no more. */
export function loginNeeded(seller: string, reason: string): TaskError {
  return new TaskError(
    "UNAUTHORIZED",
    `${seller} does not let us in: ${reason}. Log in with: flightdesk login ${seller}`,
  );
}

function open(login: Login | undefined, agentUrl: string): { login: Login; session: Session } {
  if (login?.session === undefined)
    throw loginNeeded(login?.seller ?? agentUrl, login?.ended ?? "nobody is logged in there");
  return { login, session: login.session };
}

function headerOf({ accessToken }: Session): string {
  return `Bearer ${accessToken}`;
}

/** Asks the token endpoint that the login was made with, whatever the agent says of its authorization server today. */
function refreshed(session: Session, refreshToken: string, fetchFn: FetchLike) {
  const { tokenEndpoint, client, resource } = session;
  const { origin } = new URL(tokenEndpoint);
  return refreshAuthorization(origin, {
    metadata: {
      issuer: origin,
      authorization_endpoint: tokenEndpoint,
      token_endpoint: tokenEndpoint,
      response_types_supported: ["code"],
    },
    clientInformation: client,
    refreshToken,
    resource,
    fetchFn,
  });
}

/** A server that says no says it for good; one that is away is asked again with the next call. */
async function failedRefresh(page: PrivatePage<Login>, login: Login, cause: unknown): Promise<never> {
  const passes =
    !(cause instanceof OAuthError) ||
    cause instanceof ServerError ||
    cause instanceof TemporarilyUnavailableError ||
    cause instanceof TooManyRequestsError;
  if (!passes) return end(page, login, `${login.pin.issuer} does not renew the login (${cause.errorCode})`);
  throw new TaskError(
    "SERVICE_UNAVAILABLE",
    `the login at ${login.seller} cannot be renewed now: ${messageOf(cause)}`,
    { cause },
  );
}

/** The old refresh token is used up by now: new tokens that cannot be taken end the login. */
async function acceptable(next: () => Session, page: PrivatePage<Login>, login: Login): Promise<Session> {
  try {
    return next();
  } catch (cause) {
    return end(page, login, messageOf(cause));
  }
}

async function end(page: PrivatePage<Login>, login: Login, reason: string): Promise<never> {
  const { agentUrl, seller, pin } = login;
  await page.write({ agentUrl, seller, pin, ended: reason });
  throw loginNeeded(seller, reason);
}
