import { expect, it } from "vitest";
import type { BriefCreative } from "../../src/brief/brief.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import { makeReport } from "../../src/report/report.ts";
import { openStory, televised } from "../stories/story.ts";

it("sends files of the contract's kinds to sellers, and says of the others why they stay behind", async () => {
  const file =
    (id: string, format: string, asset: string, asset_type: string) =>
    (at: string): BriefCreative => ({
      id,
      name: id,
      format: { agent_url: `${at}/creative/mcp`, id: format },
      assets: {
        [asset]: { asset_type, url: `https://cdn.acme.example/${id}` },
        ...(asset_type !== "audio" && { click_url: { asset_type: "url", url: "https://acme.example/" } }),
      },
    });
  const good = [
    file("spot.mp4", "video_15s", "video_file", "video"),
    file("spot.webm", "video_15s", "video_file", "video"),
    file("jingle.mp3", "audio_15s", "audio_file", "audio"),
    file("banner.png", "display_300x250", "banner_image", "image"),
  ];
  const wrong = [
    file("spot.mov", "video_15s", "video_file", "video"),
    file("jingle.wav", "audio_15s", "audio_file", "audio"),
    file("banner.gif", "display_300x250", "banner_image", "image"),
  ];
  await using story = await openStory({
    brief: (url) => ({
      channels: ["ctv", "olv", "streaming_audio", "display"],
      creatives: [...good, ...wrong].map((creative) => creative(url)),
    }),
  });
  await story.run();
  const sent = story.sandbox.calls
    .filter(({ task }) => task === "sync_creatives")
    .flatMap(({ arguments: request }) => request["creatives"] as { creative_id: string }[])
    .map((one) => one.creative_id);
  const findings = makeReport(await story.state()).creatives.findings.join("\n");
  for (const one of wrong) {
    const { id } = one("");
    expect(sent).not.toContain(id);
    expect(findings).toContain(`${id} (from the brief) is not sent`);
  }
  for (const kind of ["spot.mp4", "spot.webm", "jingle.mp3"]) expect(sent).toContain(kind);
});

it("goes on with a buy in a state that the contract does not show, and ends nothing for it", async () => {
  await using story = await openStory({ brief: televised });
  story.sandbox.faults.set("sales", { rules: [{ do: "unknown-status", status: "in_limbo" }] });
  await story.run();
  const bought = stepOf(await story.state(), "buy/harbour.example/EUR");
  expect(bought).toMatchObject({ status: "done", receipt: { payload: { status: "in_limbo" } } });
  story.sandbox.advance(20);
  await story.run();
  expect((await story.state()).ended).toBeUndefined();
  const measured = story.sandbox.calls.filter(
    ({ task, agentId }) => task === "get_media_buy_delivery" && agentId === "harbour.example",
  );
  expect(measured).not.toEqual([]);
  const { delivery } = await story.state();
  expect(delivery.find(({ sellerId }) => sellerId === "harbour.example")?.rows).not.toEqual([]);
});
