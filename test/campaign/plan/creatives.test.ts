import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitCreatives } from "../../../src/campaign/change/fit-creatives.ts";
import type { PlanLine } from "../../../src/campaign/model/offers/plan.ts";
import type { CreativeAgent } from "../../../src/campaign/model/sellers/seller.ts";
import { checkAssets } from "../../../src/campaign/plan/creatives/check-assets.ts";
import { coverageOf, holesIn, servedBy } from "../../../src/campaign/plan/creatives/coverage.ts";
import type { CreativeOnHand } from "../../../src/campaign/plan/creatives/on-hand.ts";
import { fit } from "../../../src/campaign/rank/criteria/fit.ts";
import { money } from "../../../src/lib/money.ts";
import { brief, offer } from "../rank/arbitraries.ts";

const format = (id: string) => ({ agent_url: "https://formats.example/mcp", id });
const builder: CreativeAgent = {
  id: "builder.example",
  agentUrl: "https://builder.example/mcp",
  formats: ["a", "b", "c"].map((id) => ({ format_id: format(id), name: id })),
};

function packageOf(id: string, formats: readonly string[]) {
  const sold = offer({ productId: id, formats: formats.map(format) });
  const line: PlanLine = {
    lineId: id,
    offerId: sold.id,
    sellerId: sold.sellerId,
    productId: id,
    pricingOptionId: sold.pricingOptionId,
    channels: [],
    amount: money(100, "EUR"),
    budget: money(100, "EUR"),
    reason: "",
  };
  return { line, sold };
}

function onHand(id: string, problems: readonly string[] = []): CreativeOnHand {
  return {
    creative: { creative_id: `cr-${id}`, name: id, format_id: format(id), assets: {} },
    origin: "brief",
    problems,
    expired: false,
  };
}

function cover(packages: Record<string, string[]>, creatives: CreativeOnHand[], agents = [builder]) {
  const made = Object.entries(packages).map(([id, formats]) => packageOf(id, formats));
  return coverageOf({
    lines: made.map(({ line }) => line),
    offers: made.map(({ sold }) => sold),
    onHand: creatives,
    creativeAgents: agents,
  });
}

describe("coverage", () => {
  it("tells which creative serves which package, and what is missing where", () => {
    const rows = cover({ first: ["a", "b"], second: ["b", "c"] }, [onHand("a"), onHand("c", ["too long"])]);
    expect(rows.map((row) => servedBy(row).map(({ creative }) => creative.creative_id))).toEqual([
      ["cr-a"],
      [],
    ]);
    expect(rows[1]?.cells.map(({ ready, rejected }) => [ready.length, rejected.length])).toEqual([
      [0, 0],
      [0, 1],
    ]);
    expect(holesIn(rows)).toEqual([{ format: format("b"), builder, lineIds: ["second"] }]);
  });

  it.each([
    ["image in its size", "image", "300x250", true],
    ["image in another size", "image", "728x90", false],
    ["image in any size", "image", "any", true],
    ["picture of an option, whose size is not told", "image", "option:banner", false],
    ["spot", "video_hosted", "option:preroll", false],
    ["kind that is more than one file", "html5", "300x250", false],
  ])("for a package that takes %s goes by type and dimensions", (_, name, id, fits) => {
    const banner = format("banner");
    const agent: CreativeAgent = {
      ...builder,
      formats: [
        {
          format_id: banner,
          name: "Banner",
          assets_required: [
            { asset_id: "banner_image", asset_type: "image" },
            { asset_id: "click_url", asset_type: "url" },
            { asset_id: "claim", asset_type: "text", required: false },
          ],
          renders: [{ dimensions: { width: 300, height: 250 } }],
        },
      ],
    };
    const kind = { agent_url: `urn:format-kind:${name}`, id };
    const { line, sold } = packageOf("first", []);
    const image = { asset_type: "image", url: "https://cdn.example/a.png", width: 300, height: 250 } as const;
    const link = { asset_type: "url", url: "https://acme.example" } as const;
    const made = {
      creative_id: "cr",
      name: "Banner",
      format_id: banner,
      assets: { banner_image: image, click_url: link },
    };
    const rowWith = (creatives: readonly CreativeOnHand[]) =>
      coverageOf({
        lines: [line],
        offers: [{ ...sold, formats: [kind] }],
        onHand: creatives,
        creativeAgents: [agent],
      });
    const served = rowWith([{ creative: made, origin: "brief", problems: [], expired: false }]).flatMap(
      servedBy,
    );
    expect(served.map(({ creative }) => creative)).toEqual(
      fits
        ? [
            {
              ...made,
              creative_id: `cr-${name}-${id}`,
              format_id: kind,
              assets: { image_main: image, landing_page_url: link },
            },
          ]
        : [],
    );
    expect(holesIn(rowWith([]))).toEqual(
      fits ? [{ format: banner, builder: agent, lineIds: ["first"] }] : [],
    );
    const takes = { ...sold, formats: [kind] };
    const ranked = fit.scoreFor({
      brief: brief({ creatives: [{ id: "cr", name: "Banner", format: banner, assets: made.assets }] }),
      sellers: [],
      formats: agent.formats,
    });
    expect(ranked(takes).reason).toContain(fits ? "takes a creative at hand" : "takes no creative at hand");
    const swapped = fitCreatives(
      [made],
      { packages: [{ lineId: "first", offer: takes }] },
      { creativeAgents: [agent] },
    );
    expect(swapped.problems).toHaveLength(fits ? 0 : 1);
    if (fits) expect(swapped.fitting).toEqual(served.map(({ creative }) => creative));
  });

  it("asks an agent that does not tell what it builds only for formats of agents", () => {
    const silent: CreativeAgent = { id: "silent.example", agentUrl: "https://silent.example/mcp" };
    const made = packageOf("first", []);
    const kind = { agent_url: "urn:format-kind:image", id: "300x250" };
    const rowsWith = (formats: readonly (typeof kind)[]) =>
      coverageOf({
        lines: [made.line],
        offers: [{ ...made.sold, formats }],
        onHand: [],
        creativeAgents: [silent],
      });
    expect(holesIn(rowsWith([kind, format("a")])).map((hole) => hole.format.id)).toEqual(["a"]);
    expect(holesIn(rowsWith([kind]))).toEqual([]);
  });

  it("serves a format that a seller names by kind with a creative made for that kind", () => {
    const made = packageOf("first", []);
    const kind = { agent_url: "urn:format-kind:image", id: "300x250" };
    const banner = onHand("a");
    const [row] = coverageOf({
      lines: [made.line],
      offers: [{ ...made.sold, formats: [kind] }],
      onHand: [{ ...banner, creative: { ...banner.creative, format_id: kind } }],
      creativeAgents: [],
    });
    expect(row && servedBy(row)).toHaveLength(1);
  });

  it("builds one creative for packages that share a format", () => {
    const rows = cover({ first: ["a", "b"], second: ["b", "c"], third: ["b"] }, []);
    expect(holesIn(rows).map((hole) => [hole.format.id, hole.lineIds])).toEqual([
      ["b", ["first", "second", "third"]],
    ]);
  });

  it("takes a format of another agent for another format", () => {
    const foreign = onHand("a");
    const creative = { ...foreign.creative, format_id: { agent_url: "https://other.example/mcp", id: "a" } };
    expect(cover({ first: ["a"] }, [{ ...foreign, creative }]).flatMap(servedBy)).toEqual([]);
  });

  it("leaves a hole that nobody can fill, and asks an agent that does not tell its formats last", () => {
    expect(holesIn(cover({ first: ["x"] }, []))).toEqual([]);
    const silent = { id: "silent.example", agentUrl: "https://silent.example/mcp" };
    const agents = holesIn(cover({ first: ["x"], second: ["a"] }, [], [silent, builder])).map(
      (hole) => hole.builder.id,
    );
    expect(agents).toEqual(["silent.example", "builder.example"]);
  });

  it("leaves no package without a creative that somebody could build, and builds none for one that has one", () => {
    const anyFormats = fc.subarray(["a", "b", "c", "x"], { minLength: 1 });
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), anyFormats),
        fc.subarray(["a", "b", "x"]),
        (packages, have) => {
          const rows = cover(
            packages,
            have.map((id) => onHand(id)),
          );
          const built = holesIn(rows).flatMap(({ lineIds }) => lineIds);
          expect(new Set(built).size).toBe(built.length);
          for (const row of rows) {
            const buildable = row.cells.some(({ builder: agent }) => agent !== undefined);
            expect(built.includes(row.line.lineId)).toBe(servedBy(row).length === 0 && buildable);
          }
        },
      ),
    );
  });
});

describe("asset rules", () => {
  const known = {
    format_id: format("video_15s"),
    name: "Video",
    assets_required: [{ asset_id: "video_file", asset_type: "video" }],
    renders: [{ dimensions: { width: 1920, height: 1080 }, duration_ms: 15_000 }],
  };
  const video = (values: Record<string, unknown>) => ({
    assets: {
      video_file: { asset_type: "video" as const, url: "https://cdn.acme.example/spot.mp4", ...values },
    },
  });

  it.each([
    ["fits", { width: 1920, height: 1080, duration_ms: 15_000 }, []],
    ["does not say its size", {}, []],
    ["is a VAST tag", { url: "https://ads.acme.example/tag.xml" }, []],
    ["is too narrow", { width: 1280, height: 1080 }, [/1280.*1920/]],
    ["is too long", { duration_ms: 30_000 }, [/30000 ms.*15000 ms/]],
    ["is of another kind of file", { url: "https://cdn.acme.example/spot.mov" }, [/MP4, WebM or a VAST tag/]],
    ["has no address", { url: "" }, [/empty/]],
  ])("hold for a video that %s", (_, values, expected) => {
    const problems = checkAssets(video(values), known);
    expect(problems).toHaveLength(expected.length);
    for (const [i, pattern] of expected.entries()) expect(problems[i]).toMatch(pattern);
  });

  it("hold for kinds of files where nobody described the format", () => {
    expect(checkAssets(video({ url: "https://cdn.acme.example/spot.exe" }), undefined)).toHaveLength(1);
    expect(checkAssets({ assets: {} }, known)).toEqual([expect.stringContaining("missing")]);
  });
});
