import { randomUUID } from "node:crypto";
import {
  type AuthInfo,
  isInitializeRequest,
  type McpServer,
  readRequestBody,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { jsonIn } from "../lib/json-object.ts";
import { personOf } from "./bearer.ts";

/** So many are kept, and as many that hosts have ended; the one that was used longest ago goes first. */
const mostKept = 200;

interface Session {
  readonly person: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/**
 * Sessions of hosts that speak a revision before 2026-07-28. Within one a call may ask its host back, and knows its name. Nothing else
 * lies in it: a call of a session that is not known here, as after a start or at another machine, is answered without one.
 */
export function mcpSessions(ports: {
  /** What answers the calls of one session. */
  readonly serve: (person: string) => McpServer;
  readonly failed: (cause: unknown) => void;
  readonly largestCall: number;
}): (request: Request, authInfo: AuthInfo) => Promise<Response | undefined> {
  const { serve, failed, largestCall } = ports;
  const sessions = new Map<string, Session>();
  const ended = new Set<string>();

  const begin = async (person: string): Promise<Session> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: largestCall,
      onsessioninitialized: (id) => {
        sessions.set(id, { person, transport });
        const [oldest] = sessions.keys();
        if (sessions.size <= mostKept || oldest === undefined) return;
        // What it was asked goes on, and is answered to nobody.
        sessions.get(oldest)?.transport.close().catch(failed);
        sessions.delete(oldest);
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
        ended.add(id);
        const [oldest] = ended;
        if (ended.size > mostKept && oldest !== undefined) ended.delete(oldest);
      },
    });
    const server = serve(person);
    server.server.onerror = failed;
    await server.connect(transport);
    return { person, transport };
  };

  return async (request, authInfo) => {
    const person = personOf(authInfo);
    const id = request.headers.get("mcp-session-id");
    if (id === null) {
      if (!(await begins(request, largestCall))) return undefined;
      return (await begin(person)).transport.handleRequest(request, { authInfo });
    }
    const session = sessions.get(id);
    if (ended.has(id) || (session !== undefined && session.person !== person))
      return Response.json({ error: "there is no such session: begin another" }, { status: 404 });
    // Nothing is sent outside of a call.
    if (session === undefined || request.method === "GET") return undefined;
    sessions.delete(id);
    sessions.set(id, session);
    return session.transport.handleRequest(request, { authInfo });
  };
}

/** Whether a host begins with the handshake of the older revisions. */
async function begins(request: Request, largestCall: number): Promise<boolean> {
  // Newer ones name the method of each call.
  if (request.method !== "POST" || request.headers.has("mcp-method")) return false;
  const body = await readRequestBody(request.clone(), largestCall);
  return !body.tooLarge && isInitializeRequest(jsonIn(body.text));
}
