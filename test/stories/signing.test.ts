import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import { type Algorithm, algorithmNames } from "../../src/protocol/keys/algorithms.ts";
import { addKey, readKeyRing, rotate } from "../../src/protocol/signing/key-ring.ts";
import { type Profile, requestProfile, requestProfileAt } from "../../src/protocol/signing/profile.ts";
import { type SignOptions, signRequest } from "../../src/protocol/signing/sign-request.ts";
import { keyUseMember, type PublicRelease } from "../../src/protocol/tasks/names.ts";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { sellerAt } from "../fixtures/seller-at.ts";
import { openBuyerHost } from "./buyer-host.ts";
import { openStory, type Story } from "./story.ts";

const nordlicht = sellerAt("nordlicht.example");

const buy = "buy/nordlicht.example/EUR";
const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A buyer with a key, and the host that its public half lies on. */
async function openBuyer(algorithm: Algorithm = "ed25519") {
  const folder = mkdtempSync(join(tmpdir(), "flightdesk-keys-"));
  const keys = join(folder, "signing-keys");
  addKey(keys, algorithm, Date.now());
  const host = await openBuyerHost(() => readKeyRing(keys));
  closing.push(
    async () => host[Symbol.asyncDispose](),
    () => rmSync(folder, { recursive: true }),
  );
  return { ...host, keys };
}

function openSignedStory(
  { agentUrl, keys }: { agentUrl: string; keys?: string },
  sandbox: Partial<SandboxOptions> = {},
): Promise<Story> {
  return openStory({
    sandbox: {
      ...sandbox,
      sellers: [{ ...nordlicht, requestSigning: "required" }],
      buyers: { "sandbox-buyer": agentUrl },
    },
    settings: keys === undefined ? {} : { signing_keys: keys },
    brief: { channels: ["ctv"] },
  });
}

const body = Buffer.from(
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "get_media_buys", arguments: {} },
  }),
);

async function answerTo(
  wrong: {
    readonly sign?: Partial<SignOptions>;
    readonly send?: Buffer;
    readonly publish?: (entry: Record<string, unknown>) => Record<string, unknown>;
    readonly drop?: string;
    readonly times?: number;
    readonly at?: Partial<SandboxOptions>;
  } = {},
) {
  const buyer = await openBuyer();
  buyer.publish(wrong.publish ?? ((entry) => entry));
  await using story = await openSignedStory(buyer, wrong.at);
  const { current: key } = readKeyRing(buyer.keys);
  if (key === undefined) throw new Error("there is no key");
  const targetUri = `${story.sandbox.url}/sellers/nordlicht/mcp`;
  const options = {
    profile: requestProfile,
    key,
    now: story.wire.now(),
    nonce: randomBytes(16),
    ...wrong.sign,
  };
  const signed = signRequest(
    { method: "POST", targetUri, body: { bytes: body, contentType: "application/json" } },
    options,
  );
  const headers = new Headers({ Accept: "application/json, text/event-stream", ...signed });
  if (wrong.drop !== undefined) headers.delete(wrong.drop);
  const call = () => fetch(targetUri, { method: "POST", headers, body: wrong.send ?? body });
  for (let n = 1; n < (wrong.times ?? 1); n++) await call();
  const response = await call();
  await response.body?.cancel();
  return { status: response.status, said: response.headers.get("WWW-Authenticate") };
}

describe("a seller that takes no change without a signature", () => {
  it.each(algorithmNames)("is bought from with %s", async (algorithm) => {
    const buyer = await openBuyer(algorithm);
    await using story = await openSignedStory(buyer);
    await story.run();
    story.sandbox.advance(0.5);
    await story.run();
    expect(stepOf(await story.state(), buy)?.status).toBe("done");
  });

  it("is not bought from without a key, and the campaign says why", async () => {
    const { agentUrl } = await openBuyer();
    await using story = await openSignedStory({ agentUrl });
    await story.run();
    const calls = story.sandbox.calls.filter(({ agentId }) => agentId === "nordlicht.example");
    expect(calls.filter(({ task }) => task === "create_media_buy")).toEqual([]);
    const asked = (await openJournal(story.app.ledger, story.campaignId))
      .state()
      .steps.filter(({ step, status }) => step.agentId === "nordlicht.example" && status === "escalated");
    expect(asked.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/request_signature_required.*flightdesk keys new.*flightdesk keys publish/),
    ]);
  });

  it("goes on with a new key after a rotation, while the old one is still published", async () => {
    const buyer = await openBuyer();
    const next = addKey(buyer.keys, "ecdsa-p256-sha256", Date.now() + 1000);
    expect(rotate(buyer.keys)).toEqual({ now: next.keyId, removed: [] });
    await using story = await openSignedStory(buyer);
    await story.run();
    expect(stepOf(await story.state(), buy)?.status).toBe("pending");
    expect(readKeyRing(buyer.keys).keys).toHaveLength(2);
  });
});

describe("a seller of the public standard that takes no change without a signature", () => {
  it.each([
    ["3.1", "mcp"],
    ["3.2", "mcp"],
    ["3.1", "a2a"],
    ["3.2", "a2a"],
  ] as const)("is bought from in %s over %s, each call signed the first time", async (release, wire) => {
    const buyer = await openBuyer();
    await using story = await openSignedStory(buyer, { protocol: "adcp", release, wire });
    await story.run();
    story.sandbox.advance(0.5);
    await story.run();
    expect(stepOf(await story.state(), buy)?.status).toBe("done");
    const ordered = story.sandbox.calls.filter(
      ({ agentId, task }) => agentId === "nordlicht.example" && task === "create_media_buy",
    );
    expect(ordered).toHaveLength(1);
  });

  it("is to be signed for in the spelling of the newest release that it lists", async () => {
    const older = requestProfileAt("adcp", false);
    const newer = requestProfileAt("adcp", true);
    const told = async (release: PublicRelease, profile: Profile) =>
      (await answerTo({ sign: { profile }, at: { protocol: "adcp", release } })).said;
    expect(await told("3.1", older)).toBeNull();
    expect(await told("3.2", newer)).toBeNull();
    expect(await told("3.2", older)).toBe('Signature error="request_signature_header_malformed"');
  });
});

describe("the sandbox, asked with a signature that is not in order,", () => {
  it("takes the signature for the credential where it is in order", async () => {
    expect(await answerTo()).toEqual({ status: 200, said: null });
  });

  it.each([
    ["signature_header_malformed", { drop: "Signature" }],
    ["signature_window_invalid", { sign: { now: Date.now() - 3_600_000 } }],
    ["signature_tag_invalid", { sign: { profile: { ...requestProfile, tag: "other/v1" } } }],
    [
      "signature_components_incomplete",
      { sign: { profile: { ...requestProfile, components: ["@method"] } } },
    ],
    ["signature_key_unknown", { publish: (entry: object) => ({ ...entry, kid: "another" }) }],
    [
      "signature_key_purpose_invalid",
      { publish: (entry: object) => ({ ...entry, [keyUseMember]: "webhook-signing" }) },
    ],
    ["signature_key_revoked", { publish: (entry: object) => ({ ...entry, revoked_at: "2026-01-01" }) }],
    ["signature_digest_mismatch", { send: Buffer.from(`${body.toString()} `) }],
    ["signature_replayed", { times: 2 }],
  ])("says %s", async (code, wrong) => {
    expect(await answerTo(wrong)).toEqual({ status: 401, said: `Signature error="request_${code}"` });
  });
});
