import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** A `flightdesk serve` in a process of its own. */
export interface Served {
  /** Everything that it has said so far. */
  readonly said: () => string;
  /** Resolves when it has said this; rejects where it ends before. */
  readonly says: (words: string) => Promise<void>;
  readonly end: (signal: "SIGKILL" | "SIGTERM") => Promise<void>;
}

/** Starts the built command line without this machine's settings. */
export function startServe(words: readonly string[], environment: Readonly<Record<string, string>>): Served {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("FLIGHTDESK_"));
  const child: ChildProcess = spawn(process.execPath, ["dist/cli/main.js", "serve", ...words], {
    env: { ...Object.fromEntries(inherited), FLIGHTDESK_OPERATOR: "desk.example", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  let heard = () => {};
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      said += String(chunk);
      heard();
    });
  const closed = once(child, "close");
  return {
    said: () => said,
    says: (wanted) =>
      new Promise((resolve, reject) => {
        heard = () => {
          if (said.includes(wanted)) resolve();
        };
        heard();
        void closed.then(() => reject(new Error(`it ended and never said "${wanted}": ${said}`)));
      }),
    end: async (signal) => {
      child.kill(signal);
      await closed;
    },
  };
}

/** A port of this machine that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a pipe name.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
