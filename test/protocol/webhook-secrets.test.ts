import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { parse } from "yaml";
import { writePrivateFile } from "../../src/lib/files/private-file.ts";
import { keptSecrets } from "../../src/lib/secret.ts";
import { credentialBook } from "../../src/protocol/credentials/book.ts";
import { putEntry } from "../../src/protocol/credentials/edit-file.ts";
import { credentialPorts, readCredentialsFile } from "../../src/protocol/credentials/file.ts";

const folder = mkdtempSync(join(tmpdir(), "flightdesk-webhook-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = "harbour-webhook-secret-0123456789";

function fileWith(webhookSecret: string): string {
  const file = join(folder, "credentials.yaml");
  writePrivateFile(
    file,
    `sellers:\n  harbour.example:\n    kind: bearer\n    token: harbour-token\n    webhook: { scheme: Bearer, secret: ${webhookSecret} }\n`,
  );
  return file;
}

function bookOf(webhookSecret: string, environment: Readonly<Record<string, string>> = {}) {
  const file = fileWith(webhookSecret);
  const reading = readCredentialsFile(file);
  if ("problems" in reading) throw new Error(reading.problems.join("\n"));
  const secrets = keptSecrets();
  const book = credentialBook(
    { ...reading, ...credentialPorts(file, environment) },
    { secrets, sign: () => ({}), protocolOf: () => "svc" },
  );
  return { book, secrets };
}

it("keeps a webhook secret from the start, and knows it at its seller's address alone", () => {
  const { book, secrets } = bookOf("env:HOOK", { HOOK: secret });
  expect(secrets.maskedIn(`it is ${secret}`)).toBe("it is [secret]");
  expect(book.webhookOf("https://harbour.example/mcp")).toMatchObject({ scheme: "Bearer" });
  expect(book.webhookOf("https://other.example/mcp")).toBeUndefined();
  expect(JSON.stringify(book.legacyWebhooks)).not.toContain(secret);
});

it.each<[string, Readonly<Record<string, string>>, string]>([
  ["is not set", {}, "the environment variable HOOK is not set"],
  ["is one character again and again", { HOOK: "x".repeat(40) }, "all its characters are the same"],
  ["is too short", { HOOK: "x".repeat(31) }, "it has fewer than 32 characters"],
])("says that a webhook secret in the environment %s", (_, environment, problem) => {
  const { book } = bookOf("env:HOOK", environment);
  expect(book.webhookOf("https://harbour.example/mcp")).toEqual({ scheme: "Bearer", problem });
});

it("refuses a file with a short webhook secret without telling it", () => {
  const reading = readCredentialsFile(fileWith("too-short"));
  expect(reading).toEqual({
    problems: [expect.stringContaining("a webhook secret has at least 32 characters")],
  });
  expect(JSON.stringify(reading)).not.toContain("too-short");
});

it("leaves what was agreed on for webhooks where the seller's credential is replaced", async () => {
  const file = fileWith(secret);
  await putEntry(file, "harbour.example", { entry: { kind: "bearer", token: "a-new-one" }, replace: true });
  expect(parse(readFileSync(file, "utf8"))).toEqual({
    sellers: {
      "harbour.example": { kind: "bearer", token: "a-new-one", webhook: { scheme: "Bearer", secret } },
    },
  });
});
