import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assetProblems, type GivenAsset } from "../../src/protocol/records/asset-rules.ts";

/** A format of one asset of a type, 300 by 250 pixels and 15 seconds long. */
function format(asset_type: string, change: Record<string, unknown> = {}) {
  return {
    assets_required: [{ asset_id: "main", asset_type }],
    renders: [{ dimensions: { width: 300, height: 250 }, duration_ms: 15_000 }],
    ...change,
  };
}

function problems(asset: GivenAsset, change: Record<string, unknown> = {}) {
  return assetProblems({ main: asset }, format(asset.asset_type ?? "image", change));
}

const at = (file: string) => `https://cdn.example.com/${file}`;

describe("the file of an asset", () => {
  it.each([
    ["image", ["a.jpg", "a.jpeg", "a.png", "a.webp", "a.PNG", "a.jpg?v=2", "a"], ["a.gif", "a.svg", "a.mp4"]],
    ["video", ["a.mp4", "a.webm", "tag.xml", "vast?id=1"], ["a.mov", "a.avi", "a.mp3"]],
    ["audio", ["a.mp3", "a.m4a", "tag.xml", "daast?id=1"], ["a.wav", "a.ogg", "a.mp4"]],
    ["url", ["", "landing.html"], []],
  ])("of type %s may be %j and not %j", (asset_type, good, wrong) => {
    for (const file of good) expect(problems({ asset_type, url: at(file) }), file).toEqual([]);
    for (const file of wrong)
      expect(problems({ asset_type, url: at(file) }), file).toMatchObject([{ field: "assets.main.url" }]);
  });

  it.each(["", "nowhere", "javascript:alert(1)", "file:///etc/passwd"])("is not at %j", (url) => {
    expect(problems({ asset_type: "image", url })).toMatchObject([{ field: "assets.main.url" }]);
    expect(problems({ asset_type: "url", url })).toMatchObject([{ field: "assets.main.url" }]);
  });
});

describe("size and length", () => {
  const video = { asset_type: "video", url: at("a.mp4") };

  it("are those of the format where they are given", () => {
    expect(problems({ ...video, width: 300, height: 250, duration_ms: 15_000 })).toEqual([]);
    expect(
      problems({ ...video, width: 301, height: 251, duration_ms: 30_000 }).map(({ field }) => field),
    ).toEqual(["assets.main.width", "assets.main.height", "assets.main.duration_ms"]);
  });

  it("may differ by half a second", () => {
    expect(problems({ ...video, duration_ms: 15_500 })).toEqual([]);
    expect(problems({ ...video, duration_ms: 15_501 })).toHaveLength(1);
  });

  it("are free in a responsive format, and for a tag that names its own files", () => {
    expect(problems({ ...video, width: 1, height: 1 }, { is_responsive: true })).toEqual([]);
    expect(problems({ asset_type: "video", url: at("vast.xml"), width: 1, duration_ms: 1 })).toEqual([]);
  });
});

it("wants every required asset, of its type, with words where it is text", () => {
  expect(assetProblems({}, format("image"))).toMatchObject([{ field: "assets.main" }]);
  const optional = { assets_required: [{ asset_id: "main", asset_type: "image", required: false }] };
  expect(assetProblems({}, optional)).toEqual([]);
  expect(assetProblems({ main: { asset_type: "video", url: at("a.mp4") } }, format("image"))).toMatchObject([
    { field: "assets.main.asset_type" },
  ]);
  expect(problems({ asset_type: "text", content: " " })).toMatchObject([{ field: "assets.main.content" }]);
  expect(problems({ asset_type: "html", content: "<b>x</b>" })).toEqual([]);
});

it("checks whatever it is given", () => {
  const asset = fc.record(
    {
      asset_type: fc.constantFrom("image", "video", "audio", "text", "html", "javascript", "url", "smell"),
      url: fc.oneof(fc.webUrl(), fc.string()),
      width: fc.integer(),
      height: fc.integer(),
      duration_ms: fc.integer(),
      content: fc.string(),
    },
    { requiredKeys: ["asset_type"] },
  );
  fc.assert(
    fc.property(asset, (given) => {
      for (const { field, message } of problems(given)) {
        expect(field).toMatch(/^assets\.main/);
        expect(message).toMatch(/^asset main /);
      }
    }),
  );
});
