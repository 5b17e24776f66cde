import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { simulatedClock } from "../../src/lib/clock.ts";
import { extract } from "../../src/protocol/messages/extract.ts";
import { dataIn, readA2a } from "../../src/protocol/transports/a2a-answer.ts";
import { readCard } from "../../src/protocol/transports/agent-card.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";

/** The public standard's vectors for A2A (`vectors/README.md`). */
function vectorsOf<Vector extends z.ZodType>(file: string, list: string, vector: Vector): z.output<Vector>[] {
  const text = readFileSync(new URL(`vectors/${file}.json`, import.meta.url), "utf8");
  return z.looseObject({ [list]: z.array(vector) }).parse(JSON.parse(text))[list] as z.output<Vector>[];
}

/** What is not held as it is written, and why. */
const taken = {
  "agent-card-capability-params-invalid":
    "a card that tells more than it may is still one: nothing of it is read",
  "bare-send-message-task-invalid":
    "the older spelling of A2A answers so, and an order that was taken is not thrown away",
  "duplicated-adcp-task-id-invalid": "metadata is not read, so an id in it changes nothing",
};

const json = z.record(z.string(), z.unknown());
const named = z.looseObject({ id: z.string() });

describe("an answer", () => {
  const extraction = named.extend({
    response: json,
    // Not a record: that would lose a key that is hostile.
    expected_data: z.unknown(),
    expected_error_type: z.string().optional(),
  });
  const webhook = named.extend({ format: z.string(), payload: json, expected_data: z.unknown() });
  const vectors = [
    ...vectorsOf("a2a-response-extraction", "vectors", extraction),
    ...vectorsOf("webhook-payload-extraction", "vectors", webhook)
      .filter(({ format }) => format === "a2a")
      .map(({ payload, ...one }) => ({ ...one, response: payload, expected_error_type: undefined })),
  ];

  it.each(vectors)("holds what vector $id says", ({ response, expected_data, expected_error_type }) => {
    const read = dataIn(response);
    expect(read.data ?? null).toEqual(expected_data);
    expect(read.isWrapped).toBe(expected_error_type === "wrapper_detected");
  });
});

describe("a failure", () => {
  const vector = named.extend({
    transport: z.string(),
    response: json,
    expected_error: json.nullable(),
    expected_action: z.string(),
  });
  const recoveries = new Map([
    ["retry", "transient"],
    ["surface_to_caller", "correctable"],
    ["escalate_to_human", "terminal"],
  ]);

  it.each(
    vectorsOf("transport-error-mapping", "vectors", vector).filter(({ transport }) => transport === "a2a"),
  )("is read as vector $id says", ({ response, expected_error, expected_action }) => {
    const answer = readA2a("https://seller.example", "get_products", response);
    const read = answer.type === "ended" ? extract(answer.result) : undefined;
    if (read?.type !== "error") throw new Error("it is no failure");
    if (expected_error === null)
      expect(read.error).toMatchObject({ code: "INVALID_RESPONSE", effect: "unknown" });
    else expect(read.error.code).toBe(expected_error["code"]);
    expect(recoveries.get(expected_action) ?? read.error.recovery).toBe(read.error.recovery);
  });
});

describe("a card", () => {
  const vector = named.extend({ valid: z.boolean(), agent_card: json });

  it.each(vectorsOf("a2a-profile-extension-v3", "advertisement_vectors", vector))(
    "is judged as vector $id says",
    async ({ id, valid, agent_card }) => {
      const url = "https://sales.streamhaus.example/a2a/jsonrpc";
      const supportedInterfaces = [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }];
      const fetch = () => Promise.resolve(Response.json({ supportedInterfaces, ...agent_card }));
      const { profile, skills } = await readCard(url, fetch, new AbortController().signal);
      const offersTasks = agent_card["skills"] === undefined || skills.includes("get_adcp_capabilities");
      expect(profile && offersTasks).toBe(valid || id in taken);
    },
  );
});

describe("a message", () => {
  const vector = named.extend({
    valid: z.boolean(),
    headers: z.record(z.string(), z.string()),
    message: json,
  });
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ clock: simulatedClock("2027-01-04T08:00:00Z"), protocol: "adcp" });
  });
  afterAll(() => sandbox.close());

  it.each(vectorsOf("a2a-profile-extension-v3", "invocation_vectors", vector))(
    "is taken or refused by the sandbox as vector $id says",
    async ({ valid, headers, message }) => {
      const before = sandbox.calls.length;
      const response = await fetch(`${sandbox.url}/sales/a2a`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json", Authorization: `Bearer ${sandbox.token}` },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } }),
      });
      const answer = json.parse(await response.json());
      expect({ taken: "result" in answer, refused: "error" in answer }).toEqual({
        taken: valid,
        refused: !valid,
      });
      expect(sandbox.calls.length - before).toBe(valid ? 1 : 0);
    },
  );
});

describe("a response", () => {
  const vector = named.extend({
    valid: z.boolean(),
    response: json,
    expected_adcp_task_id: z.string().optional(),
  });

  it.each(vectorsOf("a2a-profile-extension-v3", "response_vectors", vector))(
    "is read as vector $id says",
    ({ id, valid, response, expected_adcp_task_id }) => {
      const answer = readA2a("https://seller.example", "create_media_buy", response);
      expect(answer.type === "ended").toBe(valid || id in taken);
      if (answer.type !== "ended" || expected_adcp_task_id === undefined) return;
      const read = extract(answer.result);
      expect(read).toMatchObject({ type: "payload", payload: { task_id: expected_adcp_task_id } });
    },
  );
});
