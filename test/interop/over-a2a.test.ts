import { randomUUID } from "node:crypto";
import * as older from "@a2a-js/sdk/client";
import { SendMessageRequest } from "a2a-sdk";
import { ClientFactory, JsonRpcTransportFactory } from "a2a-sdk/client";
import { expect, it } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { money } from "../../src/lib/money.ts";
import { a2aProfile } from "../../src/protocol/tasks/names.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { hastyClock } from "../stories/story.ts";
import { openCampaign } from "./open-campaign.ts";
import { openRegistry } from "./registry.ts";
import { openGovernanceAgent } from "./sellers/governance.ts";
import { fixedCpm, product } from "./sellers/products.ts";
import { openSalesAgent } from "./sellers/sales-agent.ts";

/** Sellers on A2A's own SDK in both of its lines, which speak no MCP and lose the first answer to an order. */
it("buys once at sellers that are reached over A2A alone, whatever becomes of an answer", async () => {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  let counted = 0;
  const count = () => counted++;
  const open = (line: "1.0" | "0.3", publisher: string) => {
    let isFirst = true;
    return openSalesAgent({
      clock,
      count,
      line,
      products: [
        product({ id: "video", channel: "olv", publisher, pricing: fixedCpm("cpm", 10), impressions: 1e7 }),
      ],
      damage: ({ tool }) => {
        if (tool !== "create_media_buy" || !isFirst) return undefined;
        isFirst = false;
        return "lost";
      },
    });
  };
  const [newer, older] = [await open("1.0", "newer.example"), await open("0.3", "older.example")];
  await using governance = await openGovernanceAgent({ clock, count });
  await using registry = await openRegistry([
    { domain: "newer.example", url: newer.url, type: "sales", channels: ["olv"] },
    { domain: "older.example", url: older.url, type: "sales", channels: ["olv"] },
  ]);
  await using campaign = await openCampaign({
    clock,
    registry,
    governance,
    known: [newer, older],
    waits: { rereadAfterMs: 10 },
    wireClock: hastyClock(),
    brief: {
      channels: ["olv"],
      budget: money(2_000_000, "EUR"),
      limits: { maxPackages: 2, maxSharePerSeller: 0.51, excludedSellers: [] },
    },
  });
  for (let run = 0; run < 3; run++) {
    await campaign.run();
    clock.advance(60_000);
  }
  const { steps } = await campaign.state();
  const bought = steps.filter(({ step }) => step.task === "create_media_buy");
  expect(bought.map(({ step, status }) => [step.agentId, status])).toEqual([
    ["newer.example", "done"],
    ["older.example", "done"],
  ]);
  for (const seller of [newer, older]) {
    const booked = [...seller.books.buys.values()];
    const ordered = booked.flatMap(({ packages }) => packages.map(({ budget }) => budget));
    const { step } = bought.find(({ step: { agentUrl } }) => agentUrl === seller.url) ?? {};
    expect(booked).toHaveLength(1);
    expect(Math.round(ordered.reduce((sum, budget) => sum + budget, 0) * 100)).toBe(step?.planAmount.minor);
    await seller[Symbol.asyncDispose]();
  }
});

/** Two tasks at one agent of the sandbox: one that it serves, and one that nobody does. */
async function askSandbox(
  clientAt: (
    agent: string,
    proven: typeof fetch,
  ) => Promise<(skill: string, input: Record<string, unknown>) => Promise<unknown>>,
): Promise<{ readonly served: string; readonly unknown: string }> {
  const sandbox = await startSandbox({ clock: simulatedClock("2027-01-04T08:00:00Z"), slowSellerMs: 0 });
  const proven: typeof fetch = (url, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${sandbox.token}`);
    return fetch(url, { ...init, headers });
  };
  const ask = await clientAt(`${sandbox.url}/sellers/northgate/`, proven);
  const served = await ask("get_products", { brief: "video in Germany", buying_mode: "brief" });
  const unknown = await ask("no_such_task", {});
  await sandbox.close();
  return { served: JSON.stringify(served), unknown: JSON.stringify(unknown) };
}

it("answers the SDK's own client at the sandbox", async () => {
  const { served, unknown } = await askSandbox(async (agent, fetchImpl) => {
    const factory = new ClientFactory({ transports: [new JsonRpcTransportFactory({ fetchImpl })] });
    const client = await factory.createFromUrl(agent);
    return (skill, input) => {
      const message = { messageId: randomUUID(), role: "ROLE_USER", parts: [{ data: { skill, input } }] };
      return client.sendMessage(SendMessageRequest.fromJSON({ message }), {
        serviceParameters: { "A2A-Extensions": a2aProfile },
      });
    };
  });
  expect(served).toContain("pricing_options");
  expect(unknown).not.toContain("pricing_options");
});

it("answers the SDK's client of A2A 0.3 at the sandbox", async () => {
  const { served, unknown } = await askSandbox(async (agent, fetchImpl) => {
    const transports = [new older.JsonRpcTransportFactory({ fetchImpl })];
    const client = await new older.ClientFactory({ transports }).createFromUrl(agent);
    return (skill, input) =>
      client.sendMessage({
        message: {
          kind: "message",
          messageId: randomUUID(),
          role: "user",
          parts: [{ kind: "data", data: { skill, input } }],
        },
      });
  });
  expect(served).toContain("pricing_options");
  expect(served).toContain('"kind":"task"');
  expect(unknown).not.toContain("pricing_options");
});
