import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { flightdesk } from "../cli/flightdesk.ts";
import { isDeep } from "../depth.ts";

const text = (path: string) => readFileSync(path, "utf8");
const dockerfile = text("Dockerfile");
const unit = text("deploy/flightdesk.service");

/** Why no image is built here; undefined where one is. */
function noImage(): string | undefined {
  if (spawnSync("docker", ["info"], { timeout: 20_000 }).status !== 0)
    return "no docker answers on this machine";
  return isDeep ? undefined : "it is built in the deep run alone";
}

describe("the image", () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = ""]) =>
    sources.split(" "),
  );

  it("copies files that there are, and nothing that the build is not given", () => {
    const given = text(".dockerignore")
      .split("\n")
      .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
    expect(given.toSorted()).toEqual([...new Set(copied)].toSorted());
  });

  it("has every folder that is read at run time", () => {
    const { files } = JSON.parse(text("package.json"));
    const left = files.filter((path: string) => !/^(!|dist$|skills$|[\w.-]+\.(md|json)$)/.test(path));
    expect(
      left.filter((path: string) => !copied.some((one) => one === path || dirname(one) === path)),
    ).toEqual([]);
  });

  it("runs a command that there is, as nobody special, and asks for its health where it is set up", async () => {
    const [, command = ""] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    const { code, stdout } = await flightdesk([...JSON.parse(command), "--help"]);
    expect(code).toBe(0);
    const [, port = "", path = ""] = /http:\/\/127\.0\.0\.1:(\d+)(\/\w+)/.exec(dockerfile) ?? [];
    expect(stdout).toContain(`GET ${path}`);
    expect(stdout).toContain(`(default: ${port})`);
    expect(dockerfile.lastIndexOf("USER flightdesk")).toBeGreaterThan(dockerfile.lastIndexOf("FROM "));
    const [major = 0] = /node:(\d+)/.exec(dockerfile)?.slice(1).map(Number) ?? [];
    expect(major).toBeGreaterThanOrEqual(22);
  });

  it("builds, and runs on a read-only file system", ({ skip }) => {
    const reason = noImage();
    if (reason !== undefined) {
      process.stdout.write(`the image is not built: ${reason}\n`);
      return skip(reason);
    }
    const docker = (...words: string[]) => execFileSync("docker", words, { encoding: "utf8" });
    const image = docker("build", "--quiet", ".").trim();
    const run = (...words: string[]) =>
      docker("run", "--rm", "--read-only", "--tmpfs", "/tmp", "--network", "none", image, ...words);
    expect(run("--version").trim()).toBe(JSON.parse(text("package.json")).version);
    expect(JSON.parse(run("status", "--json")).campaigns).toEqual([]);
  });
});

describe("the systemd unit", () => {
  it("starts a command that there is, in a folder of its own that alone it may write to", async () => {
    const [, words = ""] = /^ExecStart=\/usr\/local\/bin\/flightdesk (.+)$/m.exec(unit) ?? [];
    const { stdout } = await flightdesk([words.split(" ")[0] ?? "", "--help"]);
    for (const [flag] of words.matchAll(/--[\w-]+/g)) expect(stdout).toContain(flag);
    const [, state = ""] = /^StateDirectory=(.+)$/m.exec(unit) ?? [];
    expect(unit).toContain(`WorkingDirectory=/var/lib/${state}\n`);
    for (const line of ["ProtectSystem=strict", "NoNewPrivileges=yes", "User=flightdesk", "UMask=0077"])
      expect(unit).toContain(`\n${line}\n`);
  });
});
