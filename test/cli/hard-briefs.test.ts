import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { hardTexts } from "../brief/hard-texts.ts";
import { temporaryFolder } from "./flightdesk.ts";

/** In one file, for a command takes seconds to start. */
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
      // Seconds of the processor: a busy machine takes longer for them.
      const limited = ["-c", 'ulimit -t 20; exec "$0" "$@"', process.execPath, resolve("dist/cli/main.js")];
      const { signal, stderr } = spawnSync("sh", [...limited, ...words(path)], {
        cwd: home.path,
        env: { ...process.env, FLIGHTDESK_HOME: home.path },
        // Nobody is there to answer questions.
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 90_000,
        killSignal: "SIGKILL",
        encoding: "utf8",
      });
      expect(signal, stderr).toBeNull();
    },
    100_000,
  );
});
