import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Notification } from "../../src/notify/notification.ts";
import { notifySchema } from "../../src/notify/settings.ts";

export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
/** Where each secret of the settings below stands. */
export const environment = (url: string) => ({
  SLACK: `${url}/slack/T0/B0/secret-of-slack`,
  TEAMS: `${url}/teams?sig=secret-of-teams`,
  HOOK: webhookSecret,
  MAIL: "secret-of-mail",
});

export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Receivers extends AsyncDisposable {
  readonly url: string;
  /** All that was acknowledged over HTTP, in order. */
  readonly posts: readonly Post[];
  readonly mails: readonly Email[];
  /** Answers of these begin with this status from here on; 200 where absent. */
  readonly status: Map<string, number>;
  readonly forget: () => void;
  readonly settings: ReturnType<typeof notifySchema.parse>;
}

/** Slack, Teams, a webhook's receiver and a mail server on loopback. */
export async function startReceivers(): Promise<Receivers> {
  const posts: Post[] = [];
  const mails: Email[] = [];
  const status = new Map<string, number>();
  const http = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      const path = (request.url ?? "").split(/[/?]/)[1] ?? "";
      const code = status.get(path) ?? 200;
      // Nobody is to follow where it leads.
      response.writeHead(code, code === 302 ? { location: `/elsewhere` } : {});
      if (code === 200) posts.push({ path, headers: request.headers as Post["headers"], body });
      response.end("ok");
    });
  });
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === "desk" && password === "secret-of-mail"
        ? done(null, { user: "desk" })
        : done(new Error("no")),
    onData: (stream, _, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          mails.push(mail);
          done();
        }, done);
      });
    },
  });
  // A killed desk leaves its connections as they are.
  smtp.on("error", () => undefined);
  const [url, mailUrl] = await Promise.all([
    new Promise<string>((resolve) => {
      http.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(http.address() as AddressInfo).port}`));
    }),
    new Promise<string>((resolve) => {
      const server = smtp.listen(0, "127.0.0.1", () =>
        resolve(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`),
      );
    }),
  ]);
  return {
    url,
    posts,
    mails,
    status,
    forget: () => {
      posts.length = 0;
      mails.length = 0;
      status.clear();
    },
    settings: notifySchema.parse([
      {
        by: "email",
        server: mailUrl,
        user: "desk",
        password: "env:MAIL",
        from: "desk@agency.example",
        to: ["kim@agency.example", "lee@agency.example"],
      },
      { by: "slack", url: "env:SLACK" },
      { by: "teams", url: "env:TEAMS", about: ["decisions"] },
      { by: "webhook", url: `${url}/hook`, secret: "env:HOOK" },
    ]),
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => {
          http.close(resolve);
        }),
        new Promise<void>((resolve) => {
          smtp.close(() => resolve());
        }),
      ]);
    },
  };
}

/** What a webhook reported, by kind. */
export function told(
  posts: readonly Post[],
  kind: Notification["kind"],
): (Notification & { link?: string })[] {
  return posts
    .filter(({ path }) => path === "hook")
    .map(({ body }) => (JSON.parse(body) as { data: Notification }).data)
    .filter((data) => data.kind === kind);
}
