import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mutations } from "../../src/protocol/tasks/index.ts";
import { flightdesk, temporaryFolder } from "../cli/flightdesk.ts";
import { type Market, openMarket } from "./open-market.ts";

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market[Symbol.asyncDispose]());

it.each(["fixed", "auction", "slow", "creative", "signals", "governance"] as const)(
  "tells what works with the %s agent, and sends nothing that changes anything",
  async (name) => {
    using home = temporaryFolder();
    const agent = market[name];
    const before = agent.calls.length;
    const entry = `  agent.example: { kind: bearer, url: "${agent.url}", token: ${agent.token} }\n`;
    writeFileSync(join(home.path, "credentials.yaml"), `sellers:\n${entry}`, { mode: 0o600 });
    const { code, stdout, stderr } = await flightdesk(["doctor", agent.url], { FLIGHTDESK_HOME: home.path });
    expect(stderr).toBe("");
    expect(`exit code ${code}\n${stdout.replaceAll(agent.url, "https://agent.example")}`).toMatchSnapshot();
    const called = agent.calls.slice(before).map((call) => call.tool);
    expect(called).toContain("get_adcp_capabilities");
    for (const { name: task } of Object.values(mutations)) expect(called).not.toContain(task);
  },
);
