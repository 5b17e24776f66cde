import { createPrivateKey, randomBytes } from "node:crypto";
import { connect as connectTls, type SecureVersion, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { requestProfile } from "../../src/protocol/signing/profile.ts";
import { signRequest } from "../../src/protocol/signing/sign-request.ts";
import { type TaskName, tasks } from "../../src/protocol/tasks/index.ts";
import { certificateAuth } from "../../src/sandbox/authenticators.ts";
import { sellerAt } from "../fixtures/seller-at.ts";
import { start } from "../sandbox/connect.ts";
import type { BuyerHost } from "../stories/buyer-host.ts";
import { keyFiles, openSigningDesk } from "../stories/signing-desk.ts";

/** Seconds that the contract gives as usual for an answer, by task. */
const usual: Partial<Record<TaskName, number>> = {
  get_products: 60,
  list_authorized_properties: 1,
  list_creative_formats: 1,
  list_creatives: 1,
  get_media_buy_delivery: 60,
  build_creative: 300,
  preview_creative: 5,
  get_signals: 60,
};

it.each(Object.entries(usual))(
  "the client waits for %s longer than the %i s that are usual",
  (task, seconds) => {
    // The keys of the table are names of tasks.
    expect(tasks[task as TaskName].timeoutMs).toBeGreaterThan(seconds * 1000);
  },
);

describe("a signed request at the sandbox", () => {
  let host: BuyerHost;
  beforeAll(async () => {
    host = await openSigningDesk();
  });
  afterAll(() => host[Symbol.asyncDispose]());

  const key = {
    keyId: "desk-ed25519",
    algorithm: "ed25519" as const,
    privateKey: createPrivateKey(keyFiles.get("ed25519.pem") ?? ""),
  };

  /** HTTP status of a call that was signed so many seconds from the sandbox's time, under a nonce of so many bytes. */
  async function statusOf({ ahead = 0, nonce = 16 }): Promise<number> {
    const wireClock = simulatedClock(Date.now());
    const sandbox = await start({
      wireClock,
      sellers: [{ ...sellerAt("nordlicht.example"), requestSigning: "required" }],
      buyers: { "sandbox-buyer": host.agentUrl },
    });
    const targetUri = `${sandbox.url}/sellers/nordlicht/mcp`;
    const body = Buffer.from(
      JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "get_media_buys", arguments: {} },
      }),
    );
    const signed = signRequest(
      { method: "POST", targetUri, body: { bytes: body, contentType: "application/json" } },
      { profile: requestProfile, key, now: wireClock.now() + ahead * 1000, nonce: randomBytes(nonce) },
    );
    const headers = { Accept: "application/json, text/event-stream", ...signed };
    const response = await fetch(targetUri, { method: "POST", headers, body });
    await response.body?.cancel();
    return response.status;
  }

  // Ours hold for 60 s: one that was made 120 s ago ran out 60 s ago.
  it.each([
    [0, 200],
    [59, 200],
    [62, 401],
    [-119, 200],
    [-122, 401],
  ])("made %i s from its time is answered with %i", async (ahead, status) => {
    expect(await statusOf({ ahead })).toBe(status);
  });

  it("has a nonce of 128 bits or more", async () => {
    expect([await statusOf({ nonce: 15 }), await statusOf({ nonce: 32 })]).toEqual([401, 200]);
  });
});

it.each<[SecureVersion, boolean]>([
  ["TLSv1.1", false],
  ["TLSv1.2", true],
  ["TLSv1.3", true],
])("the sandbox takes a connection over %s: %s", async (version, isTaken) => {
  const sandbox = await start({ authenticators: { metropol: certificateAuth(new Map()) } });
  const { hostname, port } = new URL(sandbox.secureUrl ?? "");
  const socket: TLSSocket = connectTls({
    host: hostname,
    port: Number(port),
    ca: sandbox.authority?.certificate,
    minVersion: version,
    maxVersion: version,
    ...(version === "TLSv1.1" && { ciphers: "DEFAULT:@SECLEVEL=0" }),
  });
  const taken = await new Promise<boolean>((resolve) => {
    socket.once("secureConnect", () => resolve(true)).once("error", () => resolve(false));
  });
  socket.destroy();
  expect(taken).toBe(isTaken);
});
