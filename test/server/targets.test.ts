import { request } from "node:http";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { listen } from "../../src/server/listen.ts";

/** The answer to a request whose first line is written as it stands. */
function statusOf(url: string, path: string, host: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once("error", reject)
      .end();
  });
}

it("answers a target that names a host only where its header names the same one", async () => {
  await using server = Object.assign(
    await listen({ host: "127.0.0.1", port: 0 }, () =>
      new Hono().get("/health", (http) => http.text("well")),
    ),
    {
      [Symbol.asyncDispose]: async () => server.close(),
    },
  );
  const { host, port } = new URL(server.url);
  expect(await statusOf(server.url, "/health", host)).toBe(200);
  expect(await statusOf(server.url, `http://${host}/health`, host)).toBe(200);
  expect(await statusOf(server.url, `http://LOCALHOST:${port}/health`, `localhost:${port}`)).toBe(200);
  for (const foreign of [
    "http://elsewhere.example/health",
    `http://elsewhere.example:${port}/health`,
    `http://${host}@elsewhere.example/health`,
    `http://localhost:${port}/health`,
    "http://elsewhere.example",
    "https://elsewhere.example/health",
    "http://[/health",
  ])
    expect([400, 421], foreign).toContain(await statusOf(server.url, foreign, host));
});
