import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import type { App } from "../../../src/app.ts";
import type { RecordedCall } from "../../../src/sandbox/sandbox.ts";
import type { SentReport } from "../../../src/sandbox/webhooks/post-office.ts";

/** A front door that stays open over restarts of the desk behind it, and remembers whom it woke. */
export interface Door extends AsyncDisposable {
  readonly url: string;
  readonly woken: readonly string[];
  readonly openFor: (app: App) => Promise<void>;
  /** From now on nobody answers behind it. */
  readonly shut: () => void;
  /** From now on what is answered behind it does not reach its sender. */
  readonly loseAnswers: () => void;
}

export async function openDoor(): Promise<Door> {
  const woken: string[] = [];
  let receive: ((request: Request) => Promise<Response>) | undefined;
  let isLossy = false;
  const door = new Hono().post("/webhooks/:operation", async (http) => {
    const response = await receive?.(http.req.raw);
    return response === undefined || isLossy ? http.body(null, 503) : response;
  });
  const server = createAdaptorServer({ fetch: door.fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a pipe name.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    woken,
    openFor: async (app) => {
      isLossy = false;
      receive = app.webhooks(
        (campaignId) => woken.push(campaignId),
        () => undefined,
      );
    },
    shut: () => {
      receive = undefined;
    },
    loseAnswers: () => {
      isLossy = true;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Where the agent that was called is to report. */
export function registeredUrl({ arguments: request }: RecordedCall): string[] {
  const config = request["push_notification_config"];
  return typeof config === "object" && config !== null && "url" in config ? [String(config.url)] : [];
}

/** Sends a report as it was sent before, signature and all. */
export function send({
  url,
  headers,
  body,
}: Pick<SentReport, "url" | "headers" | "body">): Promise<Response> {
  return fetch(url, { method: "POST", headers, body });
}
