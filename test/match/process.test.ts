import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:http2";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { flightdesk, startFlightdesk, temporaryFolder } from "../cli/flightdesk.ts";
import {
  contextRequest,
  endpoints,
  headersOf,
  identityRequest,
  jwk,
  matchPackage,
  sellerUrl,
} from "./side.ts";

/** Whichever side of midnight the process looks. */
const always = { start: "2020-01-01", end: "2099-12-31" };
const secrets = {
  request_id: "request-Gx81",
  placement_id: "placement-Gx82",
  user_token: "token-Gx83",
  page: "https://news.example/Gx84",
  leftOut: "token-Gx85",
};

it("answers in a process of its own over both versions of HTTP, and writes down nothing of what it was asked", async () => {
  using folder = temporaryFolder();
  const path = (name: string) => join(folder.path, name);
  const list = (ids: readonly string[]) =>
    writeFileSync(
      path("packages.json"),
      JSON.stringify({
        valid_until: "2099-01-01T00:00:00Z",
        packages: ids.map((id) => matchPackage(id, always)),
      }),
    );
  list(["p1", "p2"]);
  const settings = {
    packages: "packages.json",
    context: { url: `${endpoints.context}/`, listen: "127.0.0.1:0" },
    identity: {
      url: endpoints.identity,
      listen: "127.0.0.1:0",
      countries: ["DE"],
      held: "held.jsonl",
      token_key: "token-key",
    },
    routers: [{ name: "Publisher", keys: [jwk], sellers: [sellerUrl] }],
  };
  writeFileSync(path("match.yaml"), JSON.stringify(settings));
  const flags = ["--settings", path("match.yaml")];
  const about = ["--package", "p1", "--seller", sellerUrl];
  const hidden = await flightdesk(["match", "suppress", ...flags, ...about], {}, `uid2 ${secrets.leftOut}\n`);
  expect(hidden.stdout).toContain("1 token left out until");

  const { child, said, ended } = startFlightdesk(["match", "serve", ...flags]);
  while (!said().stdout.includes("stop with Ctrl-C")) await once(child.stdout, "data");
  const [, pages = "", tokens = ""] = /pages on port (\d+), tokens on port (\d+)/.exec(said().stdout) ?? [];

  const page = { ...contextRequest, request_id: secrets.request_id, placement_id: secrets.placement_id };
  const at = Date.now();
  const askPages = async (request: object, as?: object) => {
    const response = await fetch(`http://127.0.0.1:${pages}/context`, {
      method: "POST",
      headers: headersOf(request, { at, ...(as && { as }) }),
      body: JSON.stringify(request),
    });
    return response.status === 200 ? JSON.parse(await response.text()) : response.status;
  };
  const session = connect(`http://127.0.0.1:${tokens}`);
  const askTokens = async (request: object) => {
    const stream = session.request({
      ":method": "POST",
      ":path": "/identity",
      ...headersOf(request, { at }),
    });
    stream.end(JSON.stringify(request));
    return JSON.parse(await text(stream));
  };
  const person = (user_token: string, request_id: string) => ({
    ...identityRequest,
    request_id,
    identities: [{ user_token, uid_type: "uid2" }],
  });

  expect((await askPages(page)).offers.map((one: { package_id: string }) => one.package_id)).toEqual([
    "p1",
    "p2",
  ]);
  expect((await askTokens(person(secrets.user_token, "a"))).eligible_package_ids).toEqual(["p1", "p2"]);
  expect((await askTokens(person(secrets.leftOut, "b"))).eligible_package_ids).toEqual(["p2"]);
  expect(await askPages({ ...page, identities: [{ user_token: secrets.user_token }] }, page)).toMatchObject({
    code: "invalid_request",
  });
  expect(await askTokens({ ...person(secrets.user_token, "c"), url: secrets.page })).toMatchObject({
    code: "invalid_request",
  });
  expect(await askPages({ ...page, placement_id: "another" }, page)).toBe(401);
  for (const port of [pages, tokens])
    expect(await (await fetch(`http://127.0.0.1:${port}/health`)).text()).toBe('{"status":"ok"}');

  list(["p2"]);
  while (!said().stderr.includes("the list of packages has changed")) await once(child.stderr, "data");
  expect((await askPages(page)).offers).toHaveLength(1);
  const others = await askTokens(person(secrets.user_token, "d"));
  expect([others.eligible_package_ids, others.serve_window_sec]).toEqual([["p2"], 1]);

  session.close();
  child.kill("SIGTERM");
  const { code, stdout, stderr } = await ended;
  expect(code).toBe(0);
  expect(stderr).toContain("context: refused 1 so far: invalid_request");
  expect(stderr).toContain("no signature of a registered router");
  for (const secret of Object.values(secrets)) {
    expect(stdout + stderr).not.toContain(secret);
    expect(readFileSync(path("held.jsonl"), "utf8")).not.toContain(secret);
  }
});
