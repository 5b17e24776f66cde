import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ADCPMultiAgentClient } from "@adcp/sdk";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { publicReleases } from "../../src/protocol/tasks/names.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { connect, start } from "../sandbox/connect.ts";
import { cli } from "./storyboards/run-bundle.ts";

const account = { brand: { domain: "acme.example" }, operator: "agency.example" };

function order() {
  return {
    account,
    brand: { domain: "acme.example" },
    start_time: "2027-01-11T00:00:00Z",
    end_time: "2027-01-18T00:00:00Z",
    packages: [{ product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 5000 }],
    idempotency_key: randomUUID(),
  };
}

/** What the seller's books say, read with a plain MCP client. */
async function books(sandbox: Sandbox) {
  const { raw } = await connect(sandbox, "/sales/mcp");
  const { structuredContent } = await raw("get_media_buys", {
    account,
    status_filter: ["pending_start", "active"],
  });
  return z
    .looseObject({
      media_buys: z.array(
        z.looseObject({
          media_buy_id: z.string(),
          status: z.string(),
          packages: z.array(z.looseObject({ product_id: z.string(), budget: z.number() })),
        }),
      ),
    })
    .parse(structuredContent).media_buys;
}

function clientOf(sandbox: Sandbox) {
  const agent = {
    id: "harbour",
    name: "Harbour",
    agent_uri: `${sandbox.url}/sales/mcp`,
    protocol: "mcp" as const,
    auth_token: sandbox.token,
  };
  return new ADCPMultiAgentClient([agent]).agent("harbour");
}

const bought = z.looseObject({ media_buy_id: z.string() });

describe.each(publicReleases)("the SDK's own buyer at the public sandbox in %s", (release) => {
  it("finds a product, buys it and reads the buy back", async () => {
    const sandbox = await start({ protocol: "adcp", release });
    const harbour = clientOf(sandbox);
    const found = await harbour.getProducts({ buying_mode: "brief", brief: "display", account });
    expect(found.error).toBeUndefined();
    expect(found.data?.products?.map(({ product_id }) => product_id)).toContain("hb_display_ros");

    const created = await harbour.createMediaBuy(order());
    expect(created.error).toBeUndefined();
    const { media_buy_id } = bought.parse(created.data);

    const read = await harbour.getMediaBuys({ account, media_buy_ids: [media_buy_id] });
    expect(read.error).toBeUndefined();
    expect(read.data?.media_buys).toMatchObject([{ media_buy_id, status: "pending_start" }]);
    expect(await books(sandbox)).toMatchObject([
      { media_buy_id, status: "pending_start", packages: [{ product_id: "hb_display_ros", budget: 5000 }] },
    ]);
  });

  it("buys once where it sends an order twice", async () => {
    const sandbox = await start({ protocol: "adcp", release });
    const harbour = clientOf(sandbox);
    const twice = order();
    const first = bought.parse((await harbour.createMediaBuy(twice)).data);
    const second = bought.parse((await harbour.createMediaBuy(twice)).data);
    expect(second.media_buy_id).toBe(first.media_buy_id);
    expect(sandbox.calls.map(({ outcome }) => outcome)).toContain("replayed");
    expect(await books(sandbox)).toHaveLength(1);
  });

  it("buys from its command line", async () => {
    const sandbox = await start({ protocol: "adcp", release });
    const home = await mkdtemp(join(tmpdir(), "sdk-"));
    try {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          cli,
          `${sandbox.url}/sales/mcp`,
          "create_media_buy",
          JSON.stringify(order()),
          "--protocol",
          "mcp",
          "--auth",
          sandbox.token,
          "--json",
        ],
        { cwd: home, env: { PATH: process.env["PATH"], HOME: home } },
      );
      const [buy] = await books(sandbox);
      expect(buy).toMatchObject({ packages: [{ product_id: "hb_display_ros", budget: 5000 }] });
      expect(stdout).toContain(buy?.media_buy_id);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
