import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { codeOfHttpStatus, errorCodes, knownCode } from "../../src/protocol/messages/error-codes.ts";
import { TaskError } from "../../src/protocol/messages/errors.ts";

const contractCodes = [
  "INVALID_REQUEST",
  "UNAUTHORIZED",
  "RATE_LIMITED",
  "VALIDATION_ERROR",
  "INVALID_FORMAT_ID",
  "IDEMPOTENCY_CONFLICT",
  "IDEMPOTENCY_EXPIRED",
  "CREDENTIAL_IN_ARGS",
  "SIGNAL_AGENT_SEGMENT_NOT_FOUND",
  "ACTIVATION_FAILED",
  "ALREADY_ACTIVATED",
  "DEPLOYMENT_UNAUTHORIZED",
  "AGENT_NOT_FOUND",
  "AGENT_ACCESS_DENIED",
];

it.each(contractCodes)("the table has the contract's %s", (code) => {
  expect(knownCode(code)).toMatchObject({ source: "contract" });
});

it("has no other codes of the contract than those and the reasons of the webhook verifier", () => {
  const others = Object.entries(errorCodes)
    .filter(([, { source }]) => source === "contract")
    .map(([code]) => code)
    .filter((code) => !contractCodes.includes(code));
  expect(others.length).toBeGreaterThan(10);
  for (const code of others) expect(code).toMatch(/^webhook_signature_[a-z_]+$/);
});

it("has the standard's 120 codes", () => {
  const { contract = 0, standard = 0 } = countBySource();
  const standardCodesInContract = 6;
  const webhookReasons = 14;
  const ownToContract = contract - standardCodesInContract - webhookReasons;
  expect(ownToContract).toBe(8);
  // Three of the standard's webhook reasons carry no signature prefix and no place in its catalogue.
  expect(standard - 3 + standardCodesInContract).toBe(120);
});

it("knows every code of the public standard's own list, with its recovery", () => {
  const file = "../../node_modules/@adcp/sdk/dist/lib/schemas-data/3.0/enums/error-code.json";
  const list = z
    .object({ enum: z.array(z.string()), enumMetadata: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")));
  expect(list.enum.length).toBeGreaterThan(40);
  for (const code of list.enum)
    expect([code, list.enumMetadata[code]]).toEqual([
      code,
      expect.objectContaining({ recovery: knownCode(code)?.recovery }),
    ]);
});

it("waits only for what passes by itself", () => {
  const transient = Object.entries(errorCodes)
    .filter(([, { recovery }]) => recovery === "transient")
    .map(([code]) => code);
  expect(transient.sort()).toEqual([
    "CAMPAIGN_SUSPENDED",
    "CIRCUIT_OPEN",
    "CONFLICT",
    "CONNECTION_LOST",
    "GOVERNANCE_UNAVAILABLE",
    "IDEMPOTENCY_IN_FLIGHT",
    "INTERNAL_ERROR",
    "RATE_LIMITED",
    "SERVICE_UNAVAILABLE",
    "SIGNED_RESPONSE_ENVELOPE_EXPIRED",
    "STALE_RESPONSE",
    "STOPPED",
    "TEMPORARILY_UNAVAILABLE",
    "TIMEOUT",
    "UNREACHABLE",
  ]);
});

it("sends an unknown code to a person, and so a known one with an unknown recovery", () => {
  expect(new TaskError("X_VENDOR_TIRED", "").recovery).toBe("terminal");
  expect(new TaskError("RATE_LIMITED", "", { recovery: "whenever" }).recovery).toBe("terminal");
  expect(new TaskError("constructor", "").recovery).toBe("terminal");
});

it.each([
  [400, "INVALID_REQUEST"],
  [401, "UNAUTHORIZED"],
  [403, "UNAUTHORIZED"],
  [404, "REFERENCE_NOT_FOUND"],
  [422, "VALIDATION_ERROR"],
  [429, "RATE_LIMITED"],
  [503, "SERVICE_UNAVAILABLE"],
])("reads HTTP %i as %s", (status, code) => {
  expect(codeOfHttpStatus(status)).toBe(code);
});

function countBySource(): Partial<Record<string, number>> {
  const counts: Partial<Record<string, number>> = {};
  for (const { source } of Object.values(errorCodes)) counts[source] = (counts[source] ?? 0) + 1;
  return counts;
}
