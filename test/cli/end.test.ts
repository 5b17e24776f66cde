import { expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { brief } from "../stories/story.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

it("ends a campaign that has bought nothing by a person's word, once, with a reason", async () => {
  using home = temporaryFolder();
  const begun = async () => {
    await using app = createApp({
      settings: { home: home.path },
      secrets: {},
      policies: [],
      progress: () => undefined,
    });
    return await app.begin(brief);
  };
  const campaign = await begun();
  const end = (...words: readonly string[]) => flightdesk(["end", ...words], { FLIGHTDESK_HOME: home.path });
  expect((await end(campaign)).code).toBe(2);
  const ended = await end(campaign, "--reason", "the launch is off", "--by", "kim");
  expect(ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("kim ended it: the launch is off"),
  });
  const again = await end(campaign, "--reason", "again");
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("it has ended already") });
  expect((await end("nobody-1", "--reason", "x")).code).toBe(2);
});
