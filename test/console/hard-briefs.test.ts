import { expect, it } from "vitest";
import { hardTexts } from "../brief/hard-texts.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";
import { startServe } from "../stories/serve/start-serve.ts";

it("answers who asks how it is while somebody hands in a brief that can be cut up in endless ways", async () => {
  using home = temporaryFolder();
  const serve = startServe(["--console", "--port", "0"], { FLIGHTDESK_HOME: home.path });
  try {
    const link = /http:\/\/localhost:(?<port>\d+)\/console\/login#\S+/;
    await serve.says("log in once");
    const [address = "", port = ""] = link.exec(serve.said()) ?? [];
    const url = `http://localhost:${port}`;
    const post = (path: string, fields: Readonly<Record<string, string>>, cookie = "") =>
      fetch(`${url}/console${path}`, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { origin: url, cookie },
        redirect: "manual",
        signal: AbortSignal.timeout(deadline),
      });
    const entered = await post("/login", { link: address });
    const cookie = (entered.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const page = await (await fetch(`${url}/console/brief`, { headers: { cookie } })).text();
    const form = /name="form" value="(?<token>[^"]+)"/.exec(page)?.groups?.["token"] ?? "";
    for (const text of hardTexts) {
      const handIn = () => post("/brief", { form, text, kind: "text" }, cookie);
      // Patterns are made when they are first used, which takes its time on a busy machine.
      expect((await handIn()).status, text).toBe(200);
      let isRead = false;
      const read = handIn().finally(() => {
        isRead = true;
      });
      do expect(await healthOf(url), text).toBe(200);
      while (!isRead);
      expect((await read).status, text).toBe(200);
    }
  } finally {
    await serve.end("SIGKILL");
  }
});

/** Within a second, or the next one: the machine may be busy with something else. */
async function healthOf(url: string): Promise<number> {
  const ask = async () => (await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) })).status;
  return await ask().catch(ask);
}

/** Of one answer: what was handed in here had none, and nobody else had one either. */
const deadline = 30_000;
