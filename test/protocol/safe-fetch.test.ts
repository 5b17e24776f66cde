import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reasonToRefuse } from "../../src/protocol/addresses/address-rule.ts";
import { safeFetch } from "../../src/protocol/addresses/safe-fetch.ts";

describe("reasonToRefuse", () => {
  it.each([
    ["https://registry.example/agents", undefined],
    ["http://registry.example/agents", "only https is allowed"],
    ["https://user:word@registry.example/", "it carries credentials"],
    ["http://127.0.0.1:80/", "it points at this machine"],
    ["https://localhost/", "it points at this machine"],
    ["https://[::1]/", "it points at this machine"],
    ["https://10.1.2.3/", "it points into a private network"],
    ["https://169.254.169.254/latest", "it points into a private network"],
    ["https://192.168.0.1/", "it points into a private network"],
    ["https://[fd00::1]/", "it points into a private network"],
    ["https://2130706433/", "it points at this machine"],
    ["file:///etc/passwd", "only https is allowed"],
    ["not a url", "it is not a URL"],
  ])("%s: %s", (url, reason) => {
    expect(reasonToRefuse(url, false)).toBe(reason);
  });
});

describe("safeFetch", () => {
  const server = createServer((request, response) => {
    if (request.url === "/moved") response.writeHead(302, { Location: "/good" }).end();
    else if (request.url === "/large") response.end(`"${"x".repeat(5 * 1024 * 1024)}"`);
    else if (request.url === "/prose") response.end("hello");
    else if (request.url === "/missing") response.writeHead(404).end();
    else response.end('{"agents":[]}');
  });
  let base: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // Listening on a port, the address is an object.
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
  });

  it("reads JSON from loopback only where that is allowed", async () => {
    await expect(safeFetch({ allowLoopback: true })(`${base}/good`)).resolves.toEqual({ agents: [] });
    await expect(safeFetch({ allowLoopback: false })(`${base}/good`)).rejects.toThrow(
      /points at this machine/,
    );
  });

  it.each([
    ["/moved", /did not answer/],
    ["/large", /more than 4194304 bytes/],
    ["/prose", /did not answer with JSON/],
    ["/missing", /HTTP 404/],
  ])("refuses %s in words", async (path, words) => {
    await expect(safeFetch({ allowLoopback: true })(base + path)).rejects.toThrow(words);
  });
});
