import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { Agent } from "undici";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answered, wholeText } from "../../src/lib/limited-body.ts";
import { leanFetch } from "../../src/protocol/addresses/lean-fetch.ts";

let connections: Agent;
let answer: (response: ServerResponse) => void = (response) => response.end();
let heard: { method?: string; url?: string; headers: NodeJS.Dict<string | string[]>; body: string };
let openSockets = 0;
const server = createServer((request, response) => {
  const { method = "", url = "", headers } = request;
  heard = { method, url, headers, body: "" };
  request.setEncoding("utf8").on("data", (some: string) => {
    heard.body += some;
  });
  request.on("end", () => answer(response));
});
server.on("connection", (socket) => {
  openSockets += 1;
  socket.once("close", () => {
    openSockets -= 1;
  });
});
let base: string;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // Listening on a port, the address is an object.
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  connections = new Agent();
});

afterEach(async () => {
  await connections.destroy();
  await vi.waitFor(() => expect(openSockets).toBe(0));
});

afterAll(() => {
  server.close();
});

const ask = (init: RequestInit = {}) => leanFetch(connections, new URL(`${base}/path?and=query`), init);
const textOf = async (answered: Answered | Promise<Answered>) =>
  wholeText(await answered, 1_000, AbortSignal.timeout(5_000));
const json = '{"name":"Überall"}';

describe("a request", () => {
  it("goes out as it was given, with what is usual beside it", async () => {
    answer = (response) => response.end();
    await textOf(ask({ method: "POST", headers: { "Content-Type": "a/b" }, body: json }));
    expect(heard).toMatchObject({
      method: "POST",
      url: "/path?and=query",
      headers: {
        "content-type": "a/b",
        "content-length": `${Buffer.byteLength(json)}`,
        accept: "*/*",
        "user-agent": "flightdesk",
      },
      body: json,
    });
    await textOf(ask({ method: "POST", body: new URLSearchParams({ a: "b c" }) }));
    expect(heard.body).toBe("a=b+c");
  });

  it.each([
    ["with a body that is no text", { method: "POST", body: new Uint8Array(1) }, "not text"],
    ["with a line break in a field", { headers: { "X-A": "b\r\nX-C: d" } }, "invalid header value"],
  ])("is not sent %s", async (_, init, words) => {
    await expect(ask(init)).rejects.toThrow(words);
  });

  it("is not sent to a port of another protocol, and fails where nobody listens", async () => {
    await expect(leanFetch(connections, new URL("https://127.0.0.1:25/"), {})).rejects.toMatchObject({
      message: "fetch failed",
      cause: { message: "bad port" },
    });
    const nobody = createServer().listen(0, "127.0.0.1");
    await once(nobody, "listening");
    const { port } = nobody.address() as AddressInfo;
    nobody.close();
    await expect(leanFetch(connections, new URL(`http://127.0.0.1:${port}/`), {})).rejects.toMatchObject({
      message: "fetch failed",
      cause: { code: "ECONNREFUSED" },
    });
  });
});

describe("an answer", () => {
  it("has its status, its fields and its body", async () => {
    answer = (response) => response.writeHead(418, { "X-One": ["a", "b"], "X-Two": "\xfc" }).end(json);
    const response = await ask();
    expect([response.status, response.headers.get("x-one"), response.headers.get("x-two")]).toEqual([
      418,
      "a, b",
      "\xfc",
    ]);
    expect(await textOf(response)).toBe(json);
  });

  it.each<[string, Buffer]>([
    ["gzip", gzipSync(json)],
    ["X-GZIP", gzipSync(json)],
    ["deflate", deflateSync(json)],
    ["br", brotliCompressSync(json)],
    ["gzip, br", brotliCompressSync(gzipSync(json))],
    ["identity-of-its-own", Buffer.from(json)],
  ])("is unpacked where it was packed with %s", async (encoding, body) => {
    answer = (response) => response.writeHead(200, { "Content-Encoding": encoding }).end(body);
    expect(await textOf(ask())).toBe(json);
  });

  it("is refused where it was packed six times, and fails where it was packed wrongly", async () => {
    answer = (response) => response.writeHead(200, { "Content-Encoding": "br,br,br,br,br,br" }).end(json);
    await expect(ask()).rejects.toMatchObject({ cause: { message: expect.stringContaining("more than 5") } });
    answer = (response) => response.writeHead(200, { "Content-Encoding": "gzip" }).end(json);
    const response = await ask();
    await expect(textOf(response)).rejects.toThrow("incorrect header");
  });

  it.each([204, 205, 304])(
    "of HTTP %i has no body, and leaves its connection for the next",
    async (status) => {
      answer = (response) => response.writeHead(status).end();
      expect((await ask()).body).toBeNull();
      answer = (response) => response.end(json);
      expect(await textOf(ask())).toBe(json);
    },
  );

  it.each([301, 302, 303, 307, 308])(
    "of HTTP %i is an error, or given back where that is wanted",
    async (status) => {
      answer = (response) => response.writeHead(status, { Location: "/there" }).end("moved");
      const refused = { message: "fetch failed", cause: { message: "unexpected redirect" } };
      await expect(ask()).rejects.toMatchObject(refused);
      await expect(ask({ redirect: "error" })).rejects.toMatchObject(refused);
      const given = await ask({ redirect: "manual" });
      expect([given.status, given.headers.get("location")]).toEqual([status, "/there"]);
      await given.body?.cancel();
    },
  );

  it.each(["before it", "in the middle of it"])(
    "that is given up %s takes its connection along",
    async (when) => {
      const ended = new AbortController();
      answer = (response) => {
        if (when !== "before it") response.write("{");
        else ended.abort(new Error("enough"));
      };
      const read = async () => {
        const response = await ask({ signal: ended.signal });
        const reader = response.body?.getReader();
        await reader?.read();
        ended.abort(new Error("enough"));
        await reader?.read();
      };
      await expect(read()).rejects.toThrow("enough");
      await vi.waitFor(() => expect(openSockets).toBe(0));
    },
  );

  it("whose end does not come fails, and one that nobody wants is cut off", async () => {
    answer = (response) => response.write("{", () => response.destroy());
    await expect(textOf(ask())).rejects.toThrow();
    answer = (response) => response.write("{");
    const response = await ask();
    await response.body?.cancel();
    await vi.waitFor(() => expect(openSockets).toBe(0));
  });

  it("is taken from its sender no faster than it is read", async () => {
    let taken = 0;
    answer = (response) => {
      const some = Buffer.alloc(2 ** 16);
      const more = () => {
        while (taken < 2 ** 28 && response.write(some, () => undefined)) taken += some.byteLength;
      };
      response.on("drain", more);
      more();
    };
    const response = await ask();
    await response.body?.getReader().read();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(taken).toBeLessThan(2 ** 25);
  });
});
