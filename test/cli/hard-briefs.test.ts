import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hardTexts } from "../campaign/brief/hard-texts.ts";
import { temporaryFolder } from "./flightdesk.ts";

/** Everything of one piece; what each of the texts does is seen where they are read alone. */
const all = hardTexts.join("\n");

describe("a brief that can be cut up in endless ways", () => {
  it.each([
    ["brief new", (path: string) => ["brief", "new", path]],
    ["plan", (path: string) => ["plan", path, "--sandbox"]],
  ])(
    "ends in %s",
    (_, words) => {
      using home = temporaryFolder();
      const path = join(home.path, "brief.txt");
      writeFileSync(path, all);
      const { signal, stderr } = spawnSync(process.execPath, ["dist/cli/main.js", ...words(path)], {
        env: { ...process.env, FLIGHTDESK_HOME: home.path },
        // Nobody is there to answer questions.
        input: "",
        timeout: 20_000,
        killSignal: "SIGKILL",
        encoding: "utf8",
      });
      expect(signal, stderr).toBeNull();
    },
    30_000,
  );
});
