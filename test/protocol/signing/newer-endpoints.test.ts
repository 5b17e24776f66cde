import { createHash, createPublicKey, verify } from "node:crypto";
import {
  InMemoryReplayStore,
  InMemoryRevocationStore,
  StaticJwksResolver,
  verifyRequestSignature,
} from "@adcp/sdk/signing";
import { isInnerList, parseDictionary } from "structured-headers";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { CallResult } from "../../../src/protocol/messages/transport.ts";
import { requestProfileAt } from "../../../src/protocol/signing/profile.ts";
import { signRequest } from "../../../src/protocol/signing/sign-request.ts";
import { signingPolicy } from "../../../src/protocol/signing/signing-policy.ts";
import { names } from "../../../src/protocol/tasks/names.ts";
import type { Wrap } from "../../../src/protocol/transports/authenticated-fetch.ts";
import { signedTransport } from "../../../src/protocol/transports/signed.ts";
import { agentUrl, now, publishedKey, second, signingKey } from "./signed-message.ts";

const body = JSON.stringify({ method: "tools/call", params: { name: "create_media_buy" } });
const capabilities = (supported_versions: unknown, covers_content_digest = "either") => ({
  adcp: { supported_versions },
  request_signing: { supported: true, covers_content_digest },
});

/** What goes out to an agent with these capabilities: as the wire has it. */
function signed(told: Readonly<Record<string, unknown>>, nonce = 7) {
  const policy = signingPolicy(told);
  if (policy === undefined) throw new Error("it wants no signatures");
  return signRequest(
    {
      method: "POST",
      targetUri: agentUrl,
      body: { bytes: Buffer.from(body), contentType: "application/json" },
    },
    {
      profile: requestProfileAt("adcp", policy.newer),
      key: signingKey("ed25519"),
      now,
      nonce: Buffer.alloc(16, nonce),
      coversDigest: policy.coversDigest,
    },
  );
}

/** A verifier after RFC 9421 and RFC 8941 alone: a byte sequence is padded base64 of the standard alphabet, or none. */
function isVerified(headers: Readonly<Record<string, string>>): boolean {
  const member = parseDictionary(headers["Signature-Input"] ?? "").get("sig1");
  const sequence = /^sig1=:([A-Za-z0-9+/]+={0,2}):$/.exec(headers["Signature"] ?? "")?.[1];
  const digest = `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;
  if (member === undefined || !isInnerList(member) || sequence === undefined || sequence.length % 4 !== 0)
    return false;
  const values: Readonly<Record<string, string | undefined>> = {
    "@method": "POST",
    "@target-uri": agentUrl,
    "@authority": new URL(agentUrl).host,
    "content-type": headers["Content-Type"],
    "content-digest": headers["Content-Digest"],
  };
  const covered = member[0].map(([name]) => String(name));
  if (headers["Content-Digest"] !== digest || !covered.includes("content-digest")) return false;
  const lines = covered.map((name) => `"${name}": ${values[name]}`);
  const input = (headers["Signature-Input"] ?? "").slice("sig1=".length);
  const { privateKey } = signingKey("ed25519");
  const base = Buffer.from([...lines, `"@signature-params": ${input}`].join("\n"));
  return verify(null, base, createPublicKey(privateKey), Buffer.from(sequence, "base64"));
}

async function isVerifiedBySdk(
  headers: Readonly<Record<string, string>>,
  covers_content_digest: "required" | "either" | "forbidden",
) {
  const jwk = z.looseObject({ kid: z.string(), kty: z.string() }).parse(publishedKey("ed25519"));
  return verifyRequestSignature(
    { method: "POST", url: agentUrl, headers, body },
    {
      capability: { supported: true, covers_content_digest, required_for: ["create_media_buy"] },
      jwks: new StaticJwksResolver([jwk]),
      replayStore: new InMemoryReplayStore(),
      revocationStore: new InMemoryRevocationStore(),
      now: () => second,
      operation: "create_media_buy",
    },
  );
}

const newer = [
  ["3.2"],
  ["3.0", "3.1", "3.2"],
  ["3.1", "3.2.3"],
  ["3.1", "3.3"],
  ["3.2-rc.7", "3.2"],
  ["4.0"],
];
const older = [
  ["3.1"],
  ["3.0", "3.1"],
  ["3.2.0-beta.5"],
  ["3.2-rc.7", "3.1"],
  ["3.10-x"],
  [],
  undefined,
  "3.2",
];

describe("a request to an endpoint that lists release 3.2", () => {
  it.each(newer)("(%s, %s) is signed as RFC 8941 has it, with its body covered", async (...versions) => {
    const listed = versions.filter((one) => typeof one === "string");
    for (const covers of ["required", "either", "forbidden"]) {
      // Signatures of many bytes: that each of them needs padding and another letter is seen in some.
      for (let nonce = 1; nonce <= 8; nonce++)
        expect(isVerified(signed(capabilities(listed, covers), nonce))).toBe(true);
    }
    expect(await isVerifiedBySdk(signed(capabilities(listed)), "required")).toMatchObject({
      keyid: "ed25519",
    });
  });

  it.each(older.map((one) => [one]))("and to none, as %j, keeps the older profile", async (listed) => {
    const headers = signed(capabilities(listed));
    expect(headers["Signature"]).toMatch(/^sig1=:[\w-]{86}:$/);
    expect(isVerified(headers)).toBe(false);
    expect(await isVerifiedBySdk(headers, "either")).toMatchObject({ keyid: "ed25519" });
    expect(signed(capabilities(listed, "forbidden"))).not.toHaveProperty("Content-Digest");
  });
});

it.each([
  [["3.1", "3.2"], true],
  [["3.0", "3.1"], false],
] as const)(
  "goes by what the endpoint lists (%j), whatever the call's own release",
  async (listed, isNewer) => {
    const asked: unknown[] = [];
    const told = { structuredContent: capabilities(listed) } satisfies CallResult;
    const open = (wrap: Wrap) => {
      const send = wrap(async () => new Response("{}"));
      return {
        call: async (task: string) => {
          if (task === names.adcp.capabilitiesTask) return told;
          await send(agentUrl, { method: "POST", body, headers: { "content-type": "application/json" } });
          return {};
        },
        tools: () => Promise.resolve([names.adcp.capabilitiesTask]),
        close: () => Promise.resolve(),
      };
    };
    const transport = signedTransport(open, (_, options) => {
      asked.push(options);
      return {};
    });
    await transport.call("create_media_buy", { adcp_version: "3.1" }, { timeoutMs: 1_000 });
    expect(asked).toMatchObject([{ newer: isNewer, coversDigest: true }]);
  },
);
