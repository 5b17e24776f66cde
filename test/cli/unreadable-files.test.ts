import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

const home = temporaryFolder();
afterAll(() => home[Symbol.dispose]());
const folder = join(home.path, "folder");
mkdirSync(folder);
const latin = join(home.path, "latin.yaml");
writeFileSync(latin, Buffer.from("one: 1\nname: Caf\u00e9\n", "latin1"));
const none = join(home.path, "none.yaml");

const commands: readonly (readonly string[])[] = [
  ["status", "--config"],
  ["results", "import"],
  ["accounts", "sync"],
  ["audit", "replay"],
];

it.each(
  commands.flatMap((words) => [
    [...words, none, "there is no such file"],
    [...words, folder, "this is a folder; name a file in it"],
    [...words, latin, "latin.yaml:2 this line is not UTF-8; save the file as UTF-8"],
  ]),
)("%s %s %s is refused: %s", async (...row) => {
  const [words, message = ""] = [row.slice(0, -1), row.at(-1)];
  const { code, stdout, stderr } = await flightdesk(words, { FLIGHTDESK_HOME: home.path });
  expect(stderr).toContain(message);
  expect(stdout).toBe("");
  expect(code).toBe(2);
});

it.each([
  ["--exchange", folder, "this is a folder"],
  ["--exchange", latin, "latin.yaml:2 this line is not UTF-8"],
  ["--approvers", folder, "this is a folder"],
  ["--approvers", latin, "latin.yaml:2 this line is not UTF-8"],
])("%s %s is refused where a plan needs it: %s", async (flag, file, message) => {
  const brief = "examples/brief-to-campaign/brief.yaml";
  const { code, stderr } = await flightdesk(["plan", brief, "--sandbox", flag, file], {
    FLIGHTDESK_HOME: home.path,
  });
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});
