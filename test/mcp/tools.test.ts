import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { stateOf } from "../../src/campaign/model/state/journal.ts";
import type { Caller } from "../../src/desk/caller.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { mutations } from "../../src/protocol/tasks/index.ts";
import { brief, host, kim, openTriedDesk, type TriedDesk } from "./open-desk.ts";

const mutating = new Set<string>(Object.values(mutations).map(({ name }) => name));
const person: Caller = { kind: "terminal", name: "kim" };

describe("a campaign through tools alone", () => {
  let tried: TriedDesk;
  const sent = () => tried.sandbox.calls.filter(({ task }) => mutating.has(task));
  const planned = { campaign_id: "", plan_digest: "" };
  beforeAll(async () => {
    tried = await openTriedDesk();
    const { campaign_id, plan_digest } = await tried.call("plan_campaign", { brief, format: "yaml" });
    Object.assign(planned, { campaign_id, plan_digest });
  });
  afterAll(() => tried[Symbol.asyncDispose]());

  it("keeps the plan that was shown where offers are compared anew, and takes a brief.yaml for one by itself", async () => {
    expect(await tried.call("compare_offers", { brief })).toMatchObject({ campaign_id: planned.campaign_id });
    expect(await tried.call("check_brief", { brief })).not.toHaveProperty("brief_yaml");
  });

  it("is not begun from a plan that is another by now, or by other rules than it was made by", async () => {
    const other = tried.call("start_campaign", { ...planned, plan_digest: "0".repeat(64) });
    await expect(other).rejects.toThrow("has changed. Review it again");
    const unknown = tried.call("start_campaign", { ...planned, campaign_id: "never-planned" });
    await expect(unknown).rejects.toThrow("there is no plan never-planned here");
    const policies = join(tried.home, "other-policies");
    mkdirSync(policies);
    writeFileSync(
      join(policies, "other.yaml"),
      'version: 1\nname: Other\ncaps:\n  - { per: call, amount: "1 EUR" }\n',
    );
    const settings = { ...tried.desk.settings, policies };
    const stricter = tried.call("start_campaign", planned, tried.again({ settings }));
    await expect(stricter).rejects.toThrow("policies or exchange rates have changed since");
    expect(await tried.desk.app.ledger.campaigns()).toEqual([]);
  });

  it.each(["campaign-begun", "offers-quoted", "plan-made", "step-proposed", "verdict-given"])(
    "is the same one where its process died after %s, and asks no seller for offers again",
    async (last) => {
      const asked = tried.sandbox.calls.length;
      const observe = ({ event }: { readonly event: { readonly type: string } }) => {
        if (event.type === last) throw new Error("killed");
      };
      await tried.call("start_campaign", planned, tried.again({ observe })).catch(() => undefined);
      expect(await tried.desk.app.ledger.campaigns()).toEqual([planned.campaign_id]);
      expect(tried.sandbox.calls.slice(asked).map(({ task }) => task)).not.toContain("get_products");
    },
  );

  it("waits for a person, and has sent nothing to anybody", async () => {
    const begun = await tried.call("start_campaign", planned);
    expect(begun).toEqual({
      campaign_id: planned.campaign_id,
      untrusted_waits_for: [expect.stringMatching(/^person: a model asked for this campaign/)],
    });
    expect(await tried.call("start_campaign", planned)).toEqual(begun);
    expect(sent()).toEqual([]);
    const asks = await tried.call("ask_for_approval", {});
    expect(asks).toMatchObject({
      waiting: 1,
      untrusted_person_types: `flightdesk approve --plan --campaign ${planned.campaign_id}`,
    });
    expect(asks).not.toHaveProperty("page");
    const withPages = await tried.call(
      "ask_for_approval",
      {},
      tried.again({ pages: "http://localhost:4480/console" }),
    );
    expect(withPages).toMatchObject({
      page: `http://localhost:4480/console/plans/${planned.campaign_id}`,
    });
    const inbox = await tried.call("list_inbox", {});
    expect(inbox).toMatchObject({
      waiting: [{ untrusted_step: "plan", asked_by: "model" }],
      plans: [expect.stringMatching(/^EUR 250,000\.00: flightdesk approve --plan /)],
    });
  });

  it("tells what has changed since, and waits no longer than it was asked to", async () => {
    const first = await tried.call("wait_for", { campaign_id: planned.campaign_id, seconds: 0 });
    expect(first).toMatchObject({ changes: expect.arrayContaining([expect.anything()]) });
    const ports = await tried.desk.app.ports(planned.campaign_id);
    let now = 0;
    const stopwatch = {
      now: () => now,
      sleep: (milliseconds: number) => {
        now += milliseconds;
        return Promise.resolve();
      },
    };
    const app = { ...tried.desk.app, ports: () => Promise.resolve({ ...ports, stopwatch }) };
    const since = Number(first["sequence"]);
    const told = await callOperation("changes", { ...tried.desk, app }, { since, seconds: 25 }, host);
    expect(told).toMatchObject({ sequence: since, entries: [] });
    expect(now).toBe(25_000);
  });

  it("is not taken over by a model where people began it, nor bought by the desk's own key", async () => {
    const nobody = tried.again({ approvers: null });
    const [plan] = (await callOperation("inbox", nobody, {}, person)).plans;
    const seen = { campaign: planned.campaign_id, seen: plan?.digest ?? "" };
    await expect(callOperation("approve-plan", nobody, seen, person)).rejects.toThrow("Name somebody");
    const theirs = { name: "brief.yaml", text: brief.replace(/^name: .*/m, "name: Theirs") };
    await using other = await openTriedDesk();
    const { campaign } = await callOperation("run", other.desk, { brief: theirs, execute: true }, person);
    const plan_digest = "0".repeat(64);
    await expect(other.call("start_campaign", { campaign_id: campaign, plan_digest })).rejects.toThrow(
      "was begun by people",
    );
    const again = callOperation("run", other.desk, { brief: theirs, execute: true }, host);
    await expect(again).rejects.toThrow("was begun by people");
  });

  it("buys each order once when somebody who is named has approved the plan", async () => {
    const [plan] = (await callOperation("inbox", tried.desk, {}, person)).plans;
    const given = { campaign: planned.campaign_id, seen: plan?.digest ?? "", key: kim };
    await callOperation("approve-plan", tried.desk, given, person);
    const before = tried.orders();
    expect(before.length).toBeGreaterThan(2);
    expect(new Set(before).size).toBe(before.length);
    await tried.call("start_campaign", planned);
    expect(tried.orders()).toEqual(before);
    const { campaigns } = await tried.call("campaign_status", {});
    expect(campaigns).toHaveLength(1);
  });

  it("has a change of a buy wait for somebody, and shows it first on request", async () => {
    tried.sandbox.advance(18);
    const names = namesOf(await stateOf(tried.desk.app.ledger, planned.campaign_id));
    const line = names.at(-1);
    const wish = { line, verb: "pause" };
    const from = sent().length;
    expect(await tried.call("propose_change", { ...wish, preview: true })).toMatchObject({
      status: "planned",
    });
    const less = { line: names[0], verb: "budget", budget: "EUR 30,000.50", preview: true };
    expect(await tried.call("propose_change", less)).toMatchObject({
      status: "planned",
      untrusted_differences: [expect.stringMatching(/-> EUR 30,000\.50$/)],
    });
    const more = (budget?: string) => tried.call("propose_change", { ...less, budget });
    await expect(more(`EUR 1${"0".repeat(40)}`)).rejects.toThrow("Amount:");
    await expect(more()).rejects.toThrow("budget needs budget, as EUR 20,000");
    const proposed = await tried.call("propose_change", { ...wish, reason: "too few see it" });
    expect(proposed).toMatchObject({ status: "escalated", untrusted_step: expect.any(String) });
    expect(await tried.call("propose_change", wish)).toEqual(proposed);
    expect(sent().slice(from)).toEqual([]);
  });
});
