import { expect, it } from "vitest";
import { hardTexts } from "../brief/hard-texts.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";
import { atLength } from "../depth.ts";
import { hostileDocuments, hostileYaml } from "../desk/intake/hostile-files.ts";
import { startServe } from "../stories/serve/start-serve.ts";

it("answers who asks how it is, and stops, while somebody hands in a brief that can be cut up in endless ways", async () => {
  using home = temporaryFolder();
  // Made first: it takes long, and a connection that waits is closed meanwhile. The others have tests at their reader.
  const files = hostileDocuments
    .slice(0, 4)
    .map(([name, bytes]) => new File([new Uint8Array(bytes())], name));
  const serve = startServe(["--console", "--port", "0"], {
    FLIGHTDESK_HOME: home.path,
    // What takes too long is given up earlier here than by a desk.
    FLIGHTDESK_READING_TIME: "2 s",
  });
  try {
    const link = /http:\/\/localhost:(?<port>\d+)\/console\/login#\S+/;
    await serve.says("log in once");
    const [address = "", port = ""] = link.exec(serve.said()) ?? [];
    const url = `http://localhost:${port}`;
    const post = (path: string, fields: Readonly<Record<string, string | File>>, cookie = "") =>
      fetch(`${url}/console${path}`, {
        method: "POST",
        body: bodyOf(fields),
        headers: { origin: url, cookie },
        redirect: "manual",
        signal: AbortSignal.timeout(deadline),
      });
    const entered = await post("/login", { link: address });
    const cookie = (entered.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const page = await (await fetch(`${url}/console/brief`, { headers: { cookie } })).text();
    const form = /name="form" value="(?<token>[^"]+)"/.exec(page)?.groups?.["token"] ?? "";
    const briefs: readonly (readonly [string, Readonly<Record<string, string | File>>])[] = [
      ...hardTexts.slice(0, atLength ? undefined : 4).map((text) => [text, { text, kind: "text" }] as const),
      ...hostileYaml
        .slice(0, atLength ? undefined : 2)
        .map(([name, text]) => [name, { text, kind: "yaml" }] as const),
      ...files.map((file) => [file.name, { file }] as const),
    ];
    let answeredMeanwhile = 0;
    for (const [name, fields] of briefs) {
      let isRead = false;
      const read = post("/brief", { form, ...fields }, cookie).finally(() => {
        isRead = true;
      });
      let answered = 0;
      while (!isRead) {
        expect((await fetch(`${url}/health`)).status, name).toBe(200);
        answered += isRead ? 0 : 1;
      }
      answeredMeanwhile += answered > 0 ? 1 : 0;
      expect([303, 400], name).toContain((await read).status);
    }
    // Where reading kept others waiting, its answer would come before theirs. What is refused at once may be quicker than they are.
    expect(answeredMeanwhile).toBeGreaterThan(briefs.length / 2);
    const reading = files.map((file) => post("/brief", { form, file }, cookie));
    const stopPage = await (await fetch(`${url}/console/stop`, { headers: { cookie } })).text();
    const stopForm = /name="form" value="(?<token>[^"]+)"/.exec(stopPage)?.groups?.["token"] ?? "";
    const stopped = await post("/stop", { form: stopForm, scope: "all", reason: "x", word: "STOP" }, cookie);
    expect(stopped.status).toBe(303);
    await Promise.all(reading);
  } finally {
    await serve.end("SIGKILL");
  }
}, 400_000);

function bodyOf(fields: Readonly<Record<string, string | File>>): URLSearchParams | FormData {
  const form = new FormData();
  const plain = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value);
    if (typeof value === "string") plain.set(name, value);
  }
  return "file" in fields ? form : plain;
}

/** Of all answers, however busy the machine: what was handed in here had none, and nobody else had one either. */
const deadline = 150_000;
