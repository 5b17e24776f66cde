import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isObject } from "../../../src/lib/json-object.ts";
import type { CannedCall } from "../../canned/market.ts";
import { cells } from "../../interop/storyboards/table.ts";
import { type Check, type Played, passes } from "./checks.ts";
import { fixturePublisher } from "./fixture-publisher.ts";
import { requests } from "./negotiation.ts";
import { openStoryDesk, waitingFor } from "./open-story-desk.ts";
import { stories } from "./stories.ts";
import { briefFile, completed, completedProduct, declared, displayAuction } from "./story-fixtures.ts";
import { differences, line } from "./story-row.ts";

const page = readFileSync("docs/public-storyboards.md", "utf8").split("\n").map(cells);

describe("the public stories of buyers", () => {
  it.each(Object.keys(stories))("%s comes out as the page says, with no fault", async (story) => {
    const rows = (await stories[story]?.()) ?? [];
    expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
    expect(page.filter((text) => text.startsWith(`|${story}|`))).toEqual(rows.map((row) => cells(line(row))));
    expect(page.filter((text) => text.startsWith(`- ${story},`))).toEqual(differences(rows));
  });

  it("buy nothing from a publisher that promises no idempotency, as they declare it", async () => {
    const seller = fixturePublisher("alpha", ["display"], {
      capabilities: declared(["list_products"]),
      products: [completedProduct("alpha.example", displayAuction)],
    });
    await using desk = await openStoryDesk(
      [seller],
      briefFile({ budget: "25,000 USD", channels: ["display"] }),
    );
    expect(waitingFor(await desk.run())).toContain(
      "an order that has to be sent again could be bought twice there",
    );
    expect(desk.market.callsOf("create_media_buy")).toEqual([]);
  });

  it("buy nothing of products without a name, as they declare them, and it is said why", async () => {
    const seller = fixturePublisher("alpha", ["display"], {
      capabilities: completed(declared(["list_products"])),
      products: [displayAuction],
    });
    await using desk = await openStoryDesk(
      [seller],
      briefFile({ budget: "25,000 USD", channels: ["display"] }),
    );
    expect(waitingFor(await desk.run())).toMatch(
      /alpha\.example: 1 of 1 products could not be read \(name: /,
    );
  });

  it("negotiate with fields that the closed schemas of 3.2 do not have", () => {
    for (const { sent, allowed } of requests)
      expect(sent.filter((field) => allowed.some((own) => own === field))).toEqual([]);
  });
});

describe("a fixture publisher", () => {
  const publisher = () =>
    fixturePublisher("alpha", ["display"], {
      capabilities: declared([]),
      products: [displayAuction],
      creates: [{ error_code: "TEMPORARILY_UNAVAILABLE" }, { response_type: "submitted", task_id: "task_1" }],
    });
  const order = (budget: number, idempotency_key = "key") => ({ idempotency_key, packages: [{ budget }] });

  it("keeps an answer by tool and key, and no error", async () => {
    const { create_media_buy: create, sync_creatives: sync } = publisher().tools;
    expect(await create?.(order(1), 1)).toMatchObject({ error: { code: "TEMPORARILY_UNAVAILABLE" } });
    expect(await create?.(order(1), 2)).toEqual({ payload: { status: "submitted", task_id: "task_1" } });
    expect(await create?.(order(1), 3)).toEqual({ payload: { status: "submitted", task_id: "task_1" } });
    expect(await create?.(order(2), 4)).toMatchObject({ error: { code: "IDEMPOTENCY_CONFLICT" } });
    expect(await create?.(order(2, "another"), 5)).toMatchObject({ payload: { status: "completed" } });
    expect(await sync?.({ idempotency_key: "key", creatives: [] }, 1)).toMatchObject({ payload: {} });
  });

  it("has a task done at the second question, and all products whatever is asked for", async () => {
    const { create_media_buy: create, get_task_status: status, get_products: list } = publisher().tools;
    await create?.(order(1), 1);
    await create?.(order(1), 2);
    const asked = { task_id: "task_1" };
    expect(await status?.(asked, 1)).toMatchObject({ payload: { status: "working" } });
    expect(await status?.(asked, 2)).toMatchObject({
      payload: { status: "completed", result: { media_buy_id: "mb_alpha_1" } },
    });
    expect(await list?.({ filters: { channels: ["ctv"] } }, 1)).toMatchObject({
      payload: { products: [displayAuction] },
    });
  });
});

describe("a check", () => {
  const uuid = "8f3c1a52-7b0e-4f0b-9d53-0d4f4a9c6e11";
  const call = (
    tool: string,
    request: Readonly<Record<string, unknown>>,
    rest: Partial<CannedCall> = {},
  ): CannedCall => ({
    seller: "alpha",
    tool,
    arguments: request,
    bytes: "",
    authorization: undefined,
    at: 0,
    outcome: "answered",
    answer: { payload: {} },
    ...rest,
  });
  const create = (key: string, rest: Partial<CannedCall> = {}, budget = 1) =>
    call("create_media_buy", { idempotency_key: key, packages: [{ budget }] }, rest);
  const busy = { outcome: "503" };
  const conflict = { outcome: "IDEMPOTENCY_CONFLICT" };
  const submitted = { answer: { payload: { status: "submitted", task_id: "t" } } };
  const poll = (task_id: string) => call("get_task_status", { task_id });
  const of = (calls: readonly CannedCall[], output: unknown = {}, all = calls): Played => ({
    calls,
    all,
    output,
  });
  const error = { check: "response_handled", response_type: "error" } as const;
  const isSubmitted = { check: "response_handled", response_type: "submitted" } as const;
  const later = { check: "task_not_called_before", task: "b", before: "a" } as const;
  const listed = { check: "output_field_present", path: "list[*].name" } as const;

  it.each<readonly [Check, boolean, Played]>([
    [{ check: "request_field_present", path: "packages[0].budget" }, true, of([create(uuid)])],
    [{ check: "request_field_present", path: "packages[1].budget" }, false, of([create(uuid)])],
    [{ check: "request_field_present", path: "packages" }, false, of([])],
    [{ check: "request_field_in", path: "packages[0].budget", allowed: [1, 2] }, true, of([create(uuid)])],
    [{ check: "request_field_in", path: "packages[0].budget", allowed: [2] }, false, of([create(uuid)])],
    [{ check: "request_field_format", path: "idempotency_key", format: "uuid_v4" }, true, of([create(uuid)])],
    [{ check: "request_field_format", path: "idempotency_key", format: "uuid_v4" }, false, of([create("k")])],
    [{ check: "request_field_value", path: "idempotency_key", value: "k" }, true, of([create("k")])],
    [{ check: "request_field_value", path: "idempotency_key", value: "k" }, false, of([create("other")])],
    [{ check: "retry_delay", min_seconds: 5 }, true, of([create("k", busy), create("k", { at: 5_000 })])],
    [{ check: "retry_delay", min_seconds: 5 }, false, of([create("k", busy), create("k", { at: 4_999 })])],
    [{ check: "retry_delay", min_seconds: 5 }, false, of([create("k", busy)])],
    [error, true, of([create("k", busy), create("k")])],
    [error, false, of([create("k", busy), create("another")])],
    [error, false, of([create("k", busy), create("k", {}, 2)])],
    [error, true, of([create("k", conflict), create("another")])],
    [error, false, of([create("k", conflict), create("k")])],
    [isSubmitted, true, of([create("k", submitted)], {}, [create("k", submitted), poll("t")])],
    [isSubmitted, false, of([create("k", submitted)], {}, [create("k", submitted), poll("other")])],
    [isSubmitted, false, of([create("k", submitted), create("another")], {}, [poll("t")])],
    [{ check: "task_called", task: "a" }, true, of([call("a", {})])],
    [{ check: "task_called", task: "b" }, false, of([call("a", {})])],
    [later, true, of([call("a", {}), call("b", {})])],
    [later, false, of([call("b", {}), call("a", {})])],
    [later, false, of([call("b", {})])],
    [{ check: "output_contains", field: "list" }, true, of([], { list: [] })],
    [{ check: "output_contains", field: "list" }, false, of([], { list: null })],
    [listed, true, of([], { list: [{}, { name: "one" }] })],
    [listed, false, of([], { list: [] })],
  ])("%j is %s where it should be", (check, expected, played) => {
    expect(isObject(played.output)).toBe(true);
    expect(passes(check, played)).toBe(expected);
  });
});
