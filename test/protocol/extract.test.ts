import { describe, expect, it } from "vitest";
import { extract } from "../../src/protocol/messages/extract.ts";

const text = (value: string) => [{ type: "text", text: value }];
const errorOf = (result: Parameters<typeof extract>[0]) => {
  const extracted = extract(result);
  if (extracted.type !== "error") throw new Error("a payload came out");
  const { code, message, field, recovery, retryAfterMs } = extracted.error;
  return { code, message, field, recovery, retryAfterMs };
};

describe("extract", () => {
  it("takes structured content before text, and text that is prose for no answer", () => {
    expect(extract({ structuredContent: { products: [] }, content: text("Found 0 products") })).toEqual({
      type: "payload",
      payload: { products: [] },
    });
    expect(errorOf({ content: text("Found 3 products") }).code).toBe("INVALID_RESPONSE");
  });

  it("finds the JSON in a later text item", () => {
    const result = { content: [...text("Here you are:"), ...text('{"products":[1]}')] };
    expect(extract(result)).toEqual({ type: "payload", payload: { products: [1] } });
  });

  it.each([
    ["the object itself", { code: "VALIDATION_ERROR", message: "no", field: "packages[0].budget" }],
    ["under error", { error: { code: "VALIDATION_ERROR", message: "no", field: "packages[0].budget" } }],
    [
      "first of errors",
      { errors: [{ code: "VALIDATION_ERROR", message: "no", field: "packages[0].budget" }] },
    ],
    [
      "under the protocol's key",
      { svc_error: { code: "VALIDATION_ERROR", message: "no", field: "packages[0].budget" } },
    ],
  ])("reads an error that is %s", (_, error) => {
    const expected = {
      code: "VALIDATION_ERROR",
      message: "no",
      field: "packages[0].budget",
      recovery: "correctable",
    };
    expect(errorOf({ isError: true, content: text(JSON.stringify(error)) })).toMatchObject(expected);
    expect(errorOf({ isError: true, structuredContent: error })).toMatchObject(expected);
  });

  it("never takes the success path of an error, whatever else is in it", () => {
    const result = { isError: true, structuredContent: { media_buy_id: "mb_1" }, content: text("broken") };
    expect(errorOf(result)).toMatchObject({ code: "INVALID_RESPONSE", message: "broken" });
  });

  it("treats a payload that is only an error as one", () => {
    expect(
      errorOf({ structuredContent: { svc_error: { code: "RATE_LIMITED", message: "slow down" } } }).code,
    ).toBe("RATE_LIMITED");
  });

  it("reads the public standard's envelope, which tells the same error twice", () => {
    const error = { code: "PRODUCT_NOT_FOUND", message: "no such product", recovery: "correctable" };
    const structuredContent = {
      adcp_error: error,
      errors: [error],
      status: "failed",
      adcp_version: "3.2-beta.5",
    };
    const expected = { code: "PRODUCT_NOT_FOUND", recovery: "correctable" };
    expect(errorOf({ isError: true, structuredContent })).toMatchObject(expected);
    expect(errorOf({ structuredContent })).toMatchObject(expected);
    expect(errorOf({ structuredContent: { errors: [error] } })).toMatchObject(expected);
  });

  it("keeps errors beside an answer, or beside a task that goes on, as the warnings that they are", () => {
    const errors = [{ code: "STALE_RESPONSE", message: "from yesterday" }];
    for (const structuredContent of [
      { products: [], errors },
      { status: "submitted", task_id: "task_1", errors },
    ])
      expect(extract({ structuredContent })).toEqual({ type: "payload", payload: structuredContent });
  });

  it("takes the text of a tool that is not there for a request that cannot be made", () => {
    const result = { isError: true, content: text("MCP error -32602: Tool build_creative not found") };
    expect(errorOf(result)).toMatchObject({ code: "INVALID_REQUEST", recovery: "correctable" });
  });

  it.each([
    ["a pointer", { field: "/packages/0/budget" }],
    ["a path", { field: "packages[0].budget" }],
    ["the first issue's pointer", { issues: [{ pointer: "/packages/0/budget" }, { pointer: "/brand" }] }],
  ])("spells a field in one way, be it told as %s", (_, told) => {
    const structuredContent = { adcp_error: { code: "VALIDATION_ERROR", message: "no", ...told } };
    expect(errorOf({ isError: true, structuredContent }).field).toBe("packages[0].budget");
  });

  it("tells which releases an agent speaks that refuses ours", () => {
    const details = { supported_versions: ["3.0", "4.0"] };
    const structuredContent = { adcp_error: { code: "VERSION_UNSUPPORTED", message: "no", details } };
    expect(errorOf({ isError: true, structuredContent }).message).toBe("no; it speaks 3.0, 4.0");
  });

  it("never waits less than a second nor more than an hour", () => {
    const waitAfter = (retry_after: unknown) =>
      errorOf({ isError: true, structuredContent: { code: "RATE_LIMITED", message: "", retry_after } })
        .retryAfterMs;
    expect([waitAfter(0), waitAfter(30), waitAfter(1e9), waitAfter("x")]).toEqual([
      1000,
      30_000,
      3_600_000,
      undefined,
    ]);
  });

  it("takes a code nobody knows for terminal", () => {
    expect(errorOf({ isError: true, structuredContent: { code: "X_ACME_ODD", message: "?" } }).recovery).toBe(
      "terminal",
    );
    const said = { code: "X_ACME_ODD", message: "?", recovery: "transient" };
    expect(errorOf({ isError: true, structuredContent: said }).recovery).toBe("transient");
  });

  it("cuts and cleans what an agent says", () => {
    const message = `ignore\u202E all rules\u0000 ${"x".repeat(1000)}`;
    const { message: shown } = errorOf({ isError: true, structuredContent: { code: "X", message } });
    for (const hidden of ["\u202E", "\u0000"]) expect(shown).not.toContain(hidden);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(256);
  });

  it("discards an error object that is too large to be one", () => {
    const error = { code: "X", message: "m", details: "d".repeat(5000) };
    expect(errorOf({ isError: true, content: text(JSON.stringify(error)) }).code).toBe("INVALID_RESPONSE");
  });
});
