import { expect, it } from "vitest";
import type { BriefCreative } from "../../src/brief/brief.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { renderStage } from "../../src/report/renderers/terminal.ts";
import { makeReport } from "../../src/report/report.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { sellerAt } from "../fixtures/seller-at.ts";
import { openStory } from "./story.ts";

const nordlicht = sellerAt("nordlicht.example");

/** A spot as an advertiser supplies it, in a format of the sandbox's own creative agent. */
function spot(sandboxUrl: string, change: Record<string, unknown> = {}): BriefCreative {
  return {
    id: "out-early-15",
    name: "Out early, 15 s",
    format: { agent_url: `${sandboxUrl}/creative/mcp`, id: "video_15s" },
    assets: {
      video_file: {
        asset_type: "video",
        url: "https://cdn.acme.example/out-early.mp4",
        width: 1920,
        height: 1080,
        duration_ms: 15_000,
        ...change,
      },
      click_url: { asset_type: "url", url: "https://acme.example/" },
    },
  };
}

const video = { channels: ["ctv", "olv"] };

function callsOf({ calls }: Sandbox, task: string) {
  return calls.filter((call) => call.task === task);
}

it("builds, previews, syncs and assigns the video that the brief does not bring", async () => {
  await using story = await openStory({ brief: video });
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  const { state, sandbox } = story;

  const builds = (await state()).steps.filter(({ step }) => step.task === "build_creative");
  expect(builds.map(({ step, status }) => [step.id, status])).toEqual([["build/video_15s", "done"]]);
  expect(callsOf(sandbox, "preview_creative")).toHaveLength(1);

  const report = makeReport(await state());
  expect(report.creatives.built).toMatchObject([
    { formats: ["video_15s"], preview: { result: "shown", urls: [expect.stringContaining("/previews/")] } },
  ]);
  expect(report.creatives.findings).toEqual([]);
  for (const row of report.creatives.coverage)
    expect(row.formats.filter(({ status }) => status === "ready").map(({ id }) => id)).toEqual(["video_15s"]);
  const buys = (await state()).steps.filter(({ step }) => step.task === "create_media_buy");
  const lineIds = buys.flatMap(({ step }) => step.lineIds);
  expect(report.creatives.synced).toHaveLength(buys.length);
  expect(report.creatives.synced.map(({ action }) => action)).toEqual(buys.map(() => "created"));
  expect(report.creatives.synced.flatMap(({ packages }) => packages)).toHaveLength(lineIds.length);

  for (const text of [
    await renderHtml(report),
    renderMarkdown(report),
    renderStage("creatives", await state()),
  ]) {
    expect(text).toMatch(/video\\?_15s/);
    expect(text).toContain("previews");
  }
});

it("uses a creative that fits and builds none in its place", async () => {
  await using story = await openStory({ brief: (url) => ({ ...video, creatives: [spot(url)] }) });
  await story.run();
  const { state, sandbox } = story;
  expect(callsOf(sandbox, "build_creative")).toEqual([]);
  const synced = callsOf(sandbox, "sync_creatives");
  expect(synced.length).toBeGreaterThan(1);
  for (const { arguments: request } of synced)
    expect(request["creatives"]).toMatchObject([{ creative_id: "out-early-15" }]);
  expect(makeReport(await state()).creatives.coverage[0]?.formats).toContainEqual(
    expect.objectContaining({
      id: "video_15s",
      status: "ready",
      creatives: [{ id: "out-early-15", name: "Out early, 15 s", origin: "brief" }],
    }),
  );
});

it("reports a creative of the wrong size, sends it to nobody, and builds one that fits", async () => {
  await using story = await openStory({
    brief: (url) => ({ ...video, creatives: [spot(url, { width: 1280, height: 720 })] }),
  });
  await story.run();
  const { state, sandbox } = story;
  for (const { arguments: request } of callsOf(sandbox, "sync_creatives"))
    expect(JSON.stringify(request)).not.toContain("out-early-15");
  expect(callsOf(sandbox, "build_creative")).toHaveLength(1);
  const report = makeReport(await state());
  expect(report.creatives.findings).toEqual([
    expect.stringMatching(/^Out early, 15 s \(from the brief\) is not sent: .*1280.*1920/),
  ]);
  expect(report.headline.attention).toContainEqual(
    expect.objectContaining({ status: "failed", why: report.creatives.findings[0] }),
  );
});

it("builds anew what has expired before a late seller could be given it", async () => {
  await using story = await openStory({
    brief: video,
    sandbox: { sellers: [{ ...nordlicht, approval: { hours: 31 * 24 } }] },
  });
  await story.run();
  const { state, sandbox } = story;
  expect(callsOf(sandbox, "build_creative")).toHaveLength(1);
  sandbox.advance(32);
  await story.run();
  expect(stepOf(await state(), "build/video_15s/2")?.status).toBe("done");
  expect(stepOf(await state(), "creatives/nordlicht.example/EUR")?.status).toBe("done");
  expect(callsOf(sandbox, "preview_creative")).toHaveLength(2);
  await story.run();
  expect(callsOf(sandbox, "build_creative")).toHaveLength(2);
});
