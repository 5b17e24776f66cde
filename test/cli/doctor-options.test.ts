import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { goodSeller } from "../desk/doctor/good-seller.ts";
import { type Script, startScriptedSeller } from "../desk/doctor/scripted-seller.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

function startFaulty(script: (right: Script) => Script = (right) => right) {
  return startScriptedSeller((url) =>
    script(
      goodSeller(url, "3.1", {
        mediaAlone: true,
        product: (product) => ({ ...product, delivery_type: '<some"times>' }),
      }),
    ),
  );
}

it("writes JUnit XML with a failure for each fault and a case for each task that is right", async () => {
  await using seller = await startFaulty();
  using home = temporaryFolder();
  const file = join(home.path, "doctor.xml");
  const { code } = await flightdesk(["doctor", seller.url, "--strict", "--junit", file], {
    FLIGHTDESK_HOME: home.path,
    FLIGHTDESK_WELL_KNOWN_URL: seller.wellKnownUrl,
  });
  expect(code).toBe(4);
  const xml = readFileSync(file, "utf8");
  expect(xml).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="flightdesk doctor" tests="(\d+)" failures="1">/,
  );
  expect(xml).toContain('<testcase classname="usable" name="sales"/>');
  expect(xml).toContain('<testcase classname="get_media_buys" name="conforms"/>');
  expect(xml).not.toContain('<testcase classname="get_products" name="conforms"/>');
  expect(xml).toContain(
    '<testcase classname="get_products" name="unknown-value /products/0/delivery_type"><failure message="',
  );
  expect(xml).toContain("&lt;some&quot;times&gt;");
});

it("has a failure of its own for an agent that is not reached", async () => {
  using home = temporaryFolder();
  const file = join(home.path, "doctor.xml");
  const { code } = await flightdesk(["doctor", "http://127.0.0.1:9/mcp", "--junit", file], {
    FLIGHTDESK_HOME: home.path,
  });
  expect(code).toBe(1);
  expect(readFileSync(file, "utf8")).toContain(
    '<testcase classname="usable" name="agent"><failure message="No connection',
  );
});

it("asks for products as compare does where there is a brief", async () => {
  const asked: unknown[] = [];
  await using seller = await startFaulty((right) => ({
    payloads: {
      ...right.payloads,
      get_products: (request) => {
        asked.push(request);
        return right.payloads["get_products"]?.(request) ?? {};
      },
    },
  }));
  using home = temporaryFolder();
  const { code } = await flightdesk(
    ["doctor", seller.url, "--brief", "examples/compare-sellers/brief.yaml"],
    { FLIGHTDESK_HOME: home.path, FLIGHTDESK_WELL_KNOWN_URL: seller.wellKnownUrl },
  );
  expect(code).toBe(0);
  expect(asked).toMatchObject([
    { buying_mode: "brief", brand: { domain: "acme.example" }, filters: { countries: ["DE", "GB"] } },
  ]);
});

it("asks in both ways where the seller says that it answers both", async () => {
  const modes: unknown[] = [];
  await using seller = await startScriptedSeller((url) => {
    const right = goodSeller(url, "3.1", {
      mediaAlone: true,
      capabilities: (all) => ({ ...all, media_buy: { buying_modes: ["brief", "wholesale"] } }),
    });
    return {
      payloads: {
        ...right.payloads,
        get_products: (request) => {
          modes.push(request["buying_mode"]);
          return right.payloads["get_products"]?.(request) ?? {};
        },
      },
    };
  });
  using home = temporaryFolder();
  await flightdesk(["doctor", seller.url], { FLIGHTDESK_HOME: home.path });
  expect(modes).toEqual(["brief", "wholesale"]);
});

it("checks against other schemas where a folder of them is named", async () => {
  await using seller = await startFaulty();
  using home = temporaryFolder();
  const folder = join(home.path, "schemas");
  mkdirSync(join(folder, "media-buy"), { recursive: true });
  const schema = {
    $id: "/schemas/9.9.9/media-buy/get-products-response.json",
    type: "object",
    properties: { products: { type: "array", maxItems: 2 } },
  };
  writeFileSync(join(folder, "media-buy/get-products-response.json"), JSON.stringify(schema));
  const environment = { FLIGHTDESK_HOME: home.path, FLIGHTDESK_WELL_KNOWN_URL: seller.wellKnownUrl };
  const { stdout } = await flightdesk(["doctor", seller.url, "--schemas", folder, "--json"], environment);
  const { findings } = JSON.parse(stdout) as { findings: { rule?: string; path?: string }[] };
  expect(findings.flatMap(({ rule, path }) => (rule === undefined ? [] : [[rule, path]]))).toEqual([
    ["too-many-items", "/products"],
  ]);
  const wrong = await flightdesk(["doctor", seller.url, "--schemas", join(home.path, "none")], environment);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("is no folder of JSON Schemas");
});
