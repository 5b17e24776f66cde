import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { Readable } from "node:stream";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ClientCertificate } from "../credentials.ts";

/**
 * `fetch` over TLS 1.2 or higher with a client certificate, which the platform's own cannot show. The server's certificate
 * is always checked, redirects are not followed.
 */
export function httpsFetch({ certificate, key, authority }: ClientCertificate): FetchLike {
  const agent = new Agent({
    cert: certificate,
    key: key.reveal(),
    ...(authority === undefined ? {} : { ca: authority }),
    minVersion: "TLSv1.2",
    rejectUnauthorized: true,
    keepAlive: true,
  });
  return (url, init = {}) =>
    new Promise((resolve, reject) => {
      const { method = "GET", headers, body, signal } = init;
      const sent = request(
        url,
        { agent, method, headers: Object.fromEntries(new Headers(headers)), ...(signal ? { signal } : {}) },
        (incoming) => resolve(responseOf(incoming)),
      );
      sent.once("error", reject);
      // MCP over HTTP sends JSON text.
      sent.end(typeof body === "string" ? body : undefined);
    });
}

function responseOf(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 500;
  const hasNoBody = status === 204 || status === 205 || status === 304;
  if (hasNoBody) incoming.resume();
  // Node's own web stream, under the name that it has in the DOM's types.
  const body = hasNoBody ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  const fields = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(body, { status, headers: new Headers(fields) });
}
