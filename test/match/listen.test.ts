import { type EventEmitter, once } from "node:events";
import { type ClientHttp2Session, connect as connectNewer } from "node:http2";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Listening, listen } from "../../src/match/listen.ts";

/** Bodies that were read to their end. */
let heard: string[];
let listening: Listening;
/** Clients' ends, none of which may outlive its test. */
const clients: (Socket | ClientHttp2Session)[] = [];

beforeEach(async () => {
  heard = [];
  const app = new Hono();
  app.post("/", async (http) => {
    const body = await http.req.text();
    heard.push(body);
    return http.text(body);
  });
  app.onError((_, http) => http.body(null, 500));
  listening = await listen(app, { host: "127.0.0.1", port: 0 });
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await listening.close();
});

interface Sent {
  readonly says: number;
  readonly body: string;
}

function older(): Socket {
  const socket = connect(listening.port, "127.0.0.1").on("error", () => undefined);
  clients.push(socket);
  return socket;
}

function newer(): ClientHttp2Session {
  const session = connectNewer(`http://127.0.0.1:${listening.port}`).on("error", () => undefined);
  clients.push(session);
  return session;
}

/** Whether or not it ended with an error. */
const closed = (one: EventEmitter) => new Promise((resolve) => one.once("close", resolve));
const request = ({ says, body }: Sent) =>
  `POST / HTTP/1.1\r\nHost: match\r\nContent-Length: ${says}\r\n\r\n${body}`;

/** Sends a body and nothing behind it; resolves when the other side has ended the connection, or the stream. */
const wires: Readonly<Record<string, (sent: Sent) => Promise<unknown>>> = {
  "HTTP/1.1": (sent) => {
    const socket = older().resume();
    socket.end(request(sent));
    return closed(socket);
  },
  "HTTP/2": ({ says, body }) => {
    const stream = newer().request({ ":method": "POST", ":path": "/", "content-length": `${says}` });
    stream.on("error", () => undefined).resume();
    stream.end(body);
    return closed(stream);
  },
};

describe.each(Object.entries(wires))("a body over %s", (_, send) => {
  it.each<[string, Sent, readonly string[]]>([
    ["is as long as it says", { says: 5, body: "hello" }, ["hello"]],
    ["is shorter", { says: 30, body: "hello" }, []],
    ["is nothing at all", { says: 30, body: "" }, []],
  ])(
    "that %s is read to its own end or not at all, and the next one is answered",
    async (_name, sent, read) => {
      await send(sent);
      expect(heard).toEqual(read);
      await send({ says: 4, body: "next" });
      expect(heard).toEqual([...read, "next"]);
    },
  );

  it("that is longer than it says is cut off there, and the next one is answered", async () => {
    await send({ says: 3, body: `hello${"x".repeat(100_000)}` });
    for (const body of heard) expect(body).toBe("hel");
    await send({ says: 4, body: "next" });
    expect(heard.at(-1)).toBe("next");
  });
});

describe("a listener that is closed", () => {
  const whatTheyDo: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["has said nothing", () => once(older(), "connect")],
    [
      "is in the middle of a body",
      async () => {
        const socket = older();
        socket.write(request({ says: 30, body: "hello" }));
        await once(socket, "connect");
      },
    ],
    [
      "is in the middle of a body in HTTP/2",
      async () => {
        const session = newer();
        session
          .request({ ":method": "POST", ":path": "/" })
          .on("error", () => undefined)
          .write("hello");
        await once(session, "remoteSettings");
      },
    ],
    [
      "broke the protocol",
      async () => {
        const stream = newer().request({ ":method": "POST", ":path": "/", "content-length": "3" });
        stream.on("error", () => undefined).resume();
        stream.end("hello");
        await closed(stream);
      },
    ],
    [
      "asks and reads no answer",
      async () => {
        const socket = older();
        const body = "x".repeat(100_000);
        for (let i = 0; i < 300; i++) socket.write(request({ says: body.length, body }));
        // Until the sockets between them hold no more: the rest of an answer waits at the listener.
        for (let before = -1; heard.length !== before || before === 0; await sleep(150))
          before = heard.length;
        expect(heard.length).toBeLessThan(300);
      },
    ],
    [
      "asks and reads no answer in HTTP/2",
      async () => {
        const session = newer();
        await once(session, "remoteSettings");
        for (let i = 0; i < 50; i++)
          session
            .request({ ":method": "POST", ":path": "/" })
            .on("error", () => undefined)
            .end("x".repeat(10_000));
        await vi.waitFor(() => expect(heard.length).toBeGreaterThan(5), { timeout: 5_000 });
      },
    ],
  ];

  it.each(whatTheyDo)("waits no longer than it takes to part, for a client that %s", async (_, act) => {
    await act();
    const begun = performance.now();
    await listening.close();
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});
