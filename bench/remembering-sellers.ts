import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Sellers for many copies of one campaign, in a process of their own: what the sandbox behind them said once they say again,
 * whichever copy asks. The sandbox's address is the argument; a number as a message is the milliseconds before a task is
 * answered from then on.
 */

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Stands for the number of a caller's request. */
const requestId = "number-of-the-request";
const passedOn = ["authorization", "accept", "content-type", "mcp-session-id", "mcp-protocol-version"];
const passedBack = ["content-type", "mcp-session-id"];

const [sandboxUrl = ""] = process.argv.slice(2);
const kept = new Map<string, Promise<Answer>>();
let waitMs = 0;

const server = createServer((request, response) => void respond(request, response));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
// A TCP server's address is never a pipe name.
const ownUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
process.on("message", (said: number) => {
  waitMs = said;
});
process.once("disconnect", () => process.exit());
process.send?.(ownUrl);

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const id = text === "" ? undefined : (JSON.parse(text) as { readonly id?: number }).id;
  // A copy has its number behind the original's id, and its brand's in the place of the original's.
  const asked = text
    .replaceAll(/(bench-[0-9a-f]{8})-\d+/g, "$1")
    .replaceAll(/brand-\d+\.example/g, "acme.example")
    .replace(/"progressToken":\d+/, '"progressToken":0')
    .replace(/"id":\d+/, `"id":"${requestId}"`)
    .replaceAll(ownUrl, sandboxUrl);
  const key = `${request.method} ${request.url} ${asked}`;
  const answer = kept.get(key) ?? askSandbox(request, asked);
  kept.set(key, answer);
  const { status, headers, body } = await answer;
  if (waitMs > 0 && asked.includes('"tools/call"')) await sleep(waitMs);
  response.writeHead(status, headers).end(body.replace(`"${requestId}"`, String(id)));
}

async function askSandbox({ method = "GET", url, headers }: IncomingMessage, body: string): Promise<Answer> {
  const answer = await fetch(`${sandboxUrl}${url}`, {
    method,
    headers: passedOn.flatMap((name): [string, string][] =>
      typeof headers[name] === "string" ? [[name, headers[name]]] : [],
    ),
    ...(method === "POST" && { body }),
  });
  return {
    status: answer.status,
    headers: Object.fromEntries(
      passedBack.flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
    body: (await answer.text()).replaceAll(sandboxUrl, ownUrl),
  };
}
