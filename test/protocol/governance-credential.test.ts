import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { simulatedClock } from "../../src/lib/clock.ts";
import { writePrivateFile } from "../../src/lib/files/private-file.ts";
import { keptSecrets, Secret } from "../../src/lib/secret.ts";
import { freeze } from "../../src/protocol/client/call-permit.ts";
import { createClient } from "../../src/protocol/client/client.ts";
import { withGovernanceCredential } from "../../src/protocol/client/governance-credential.ts";
import { issuePermit } from "../../src/protocol/client/issue-permit.ts";
import { credentialBook } from "../../src/protocol/credentials/book.ts";
import { putEntry } from "../../src/protocol/credentials/edit-file.ts";
import { entrySchema } from "../../src/protocol/credentials/entry.ts";
import { credentialPorts } from "../../src/protocol/credentials/file.ts";
import { oneDialect } from "../../src/protocol/dialects/book.ts";
import type { RequestOf } from "../../src/protocol/tasks/index.ts";
import { governanceCredentialMark as mark } from "../../src/protocol/tasks/sync_governance.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";

const secret = "governance-of-a-5f0c81d2e6a94b37-0001";
const seller = "https://a.example/mcp";
const agentUrl = "https://governance.example/mcp";
const governance = {
  agentUrl,
  credentialOf: (url: string) => (url === seller ? new Secret(secret) : undefined),
};

function telling(credentials: string, url = agentUrl, extra: object = {}) {
  const agent = { url, authentication: { schemes: ["Bearer" as const], credentials, ...extra } };
  return {
    idempotency_key: "8f3c1a52-7b0e-4f0b-9d53-0d4f4a9c6e11",
    accounts: [{ account: { account_id: "acc_1" }, governance_agents: [agent] }],
  };
}

it("puts the seller's own credential where the mark stood and changes nothing else", () => {
  const request = { ...telling(mark), adcp_major_version: 3, governance_context: "token" };
  expect(withGovernanceCredential(request, seller, governance)).toEqual({ ...request, ...telling(secret) });
  expect(request.accounts).toEqual(telling(mark).accounts);
});

it.each([
  ["another text", telling("another-credential-of-enough-length-0001"), "CREDENTIAL_IN_ARGS"],
  ["the name of a variable", telling("env:FLIGHTDESK_MODEL_KEY"), "CREDENTIAL_IN_ARGS"],
  ["the mark in a longer text", telling(`${mark} `), "CREDENTIAL_IN_ARGS"],
  ["the mark beside another field", telling(mark, agentUrl, { token: "x" }), "CREDENTIAL_IN_ARGS"],
  ["no accounts", { idempotency_key: "k" }, "CREDENTIAL_IN_ARGS"],
  ["another governance agent", telling(mark, "https://evil.example/mcp"), "CREDENTIAL_UNUSABLE"],
])("refuses %s", (_what, request, code) => {
  expect(() => withGovernanceCredential(request, seller, governance)).toThrow(
    expect.objectContaining({ code, effect: "none" }),
  );
});

it("refuses to tell a seller without a credential, and where there is no governance agent", () => {
  const refusal = expect.objectContaining({ code: "CREDENTIAL_UNUSABLE", effect: "none" });
  expect(() => withGovernanceCredential(telling(mark), "https://b.example/mcp", governance)).toThrow(refusal);
  expect(() => withGovernanceCredential(telling(mark), seller, undefined)).toThrow(refusal);
});

it("freezes the mark alone, and the client sends nothing of what was changed since", async () => {
  // What a caller without types could pass.
  const literal = telling(secret) as RequestOf<"sync_governance">;
  expect(() => freeze("sync_governance", seller, literal)).toThrow(/put in where this is sent/);

  const sent: unknown[] = [];
  const client = createClient({
    transport: () => ({
      call: (_task, request) => {
        sent.push(request);
        return Promise.resolve({ structuredContent: { accounts: [{ status: "synced" }] } });
      },
      tools: () => Promise.resolve([]),
      close: () => Promise.resolve(),
    }),
    clock: simulatedClock(0),
    now: () => 0,
    dialects: oneDialect(),
    governance,
  });
  const frozen = freeze("sync_governance", seller, withMark());
  const tell = (call: typeof frozen) =>
    client.mutate(call, issuePermit(call, { expiresAt: 1 }), { stopped: async () => undefined });
  expect(await tell(frozen)).toMatchObject({ type: "answered" });
  expect(sent).toEqual([telling(secret)]);
  expect(frozen.bytes).not.toContain(secret);

  const elsewhere = freeze("sync_governance", "https://b.example/mcp", withMark());
  expect(await tell(elsewhere)).toMatchObject({ type: "failed", error: { code: "CREDENTIAL_UNUSABLE" } });
  const bytes = frozen.bytes.replace(mark, "env:FLIGHTDESK_MODEL_KEY");
  await expect(tell({ ...frozen, bytes })).rejects.toThrow(/do not match their digest/);
  expect(sent).toHaveLength(1);
  await client.close();
});

it("is known to the masks from the start, kept to its place, and reported as unusable where it is", () => {
  const secrets = keptSecrets();
  const entry = (written: string) => ({
    kind: "bearer" as const,
    token: "token-of-a-0001",
    governance_credential: written,
  });
  const { governanceCredentialOf, hasGovernanceCredential } = credentialBook(
    {
      entries: [
        { seller: "a.example", entry: entry("env:GOVERNANCE") },
        { seller: "short.example", entry: entry("env:SHORT") },
        { seller: "unset.example", entry: entry("env:UNSET") },
        { seller: "none.example", entry: { kind: "bearer", token: "token-of-none-01" } },
      ],
      ...credentialPorts(".", { GOVERNANCE: secret, SHORT: "short-secret" }),
    },
    { secrets, sign: () => ({}), protocolOf: () => "adcp" },
  );
  expect(secrets.maskedIn(`it is ${secret}`)).toBe("it is [secret]");
  expect(governanceCredentialOf(seller)?.reveal()).toBe(secret);
  expect(governanceCredentialOf("https://a.example.evil.example/mcp")).toBeUndefined();
  expect(governanceCredentialOf("https://none.example/mcp")).toBeUndefined();
  expect(() => governanceCredentialOf("https://short.example/mcp")).toThrow(/fewer than 32 characters/);
  expect(() => governanceCredentialOf("https://unset.example/mcp")).toThrow(/UNSET is not set/);
  expect(
    ["a", "short", "unset", "none"].map((name) => hasGovernanceCredential(`https://${name}.example/mcp`)),
  ).toEqual([true, true, true, false]);
  expect(entrySchema.safeParse(entry("too short")).success).toBe(false);
});

it("is left where the seller's own credential is replaced", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "credentials.yaml");
  const entry = { kind: "bearer" as const, token: "an-old-one" };
  writePrivateFile(
    file,
    JSON.stringify({ sellers: { "a.example": { ...entry, governance_credential: secret } } }),
  );
  await putEntry(file, "a.example", { entry: { ...entry, token: "a-new-one" }, replace: true });
  expect(parse(readFileSync(file, "utf8"))).toEqual({
    sellers: { "a.example": { kind: "bearer", token: "a-new-one", governance_credential: secret } },
  });
});

function withMark() {
  // It is; a function that takes any text for it does not say so.
  return telling(mark) as RequestOf<"sync_governance">;
}
