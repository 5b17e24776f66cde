import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import { credentialPorts } from "../../src/protocol/credentials/file.ts";
import { webhookSignatureHeader, webhookTimestampHeader } from "../../src/protocol/tasks/names.ts";
import type { RecordedCall } from "../../src/sandbox/sandbox.ts";
import { openStory } from "./story.ts";
import { openDoor, registeredUrl, send } from "./webhooks/door.ts";

const secret = "nordlicht-webhook-secret-0123456789";

it("takes the reports of a seller that shares a secret by HMAC alone, and says once that this is deprecated", async () => {
  await using door = await openDoor();
  await using story = await openStory({
    settings: { public_url: door.url },
    brief: { channels: ["ctv"] },
    credentials: (sandbox) =>
      Promise.resolve({
        entries: [
          {
            seller: "nordlicht.example",
            entry: {
              kind: "bearer",
              url: `${sandbox.url}/sellers/nordlicht/mcp`,
              token: sandbox.token,
              webhook: { scheme: "HMAC-SHA256", secret: "env:NORDLICHT_HOOK" },
            },
          },
        ],
        ...credentialPorts(".", { NORDLICHT_HOOK: secret }),
      }),
  });
  const { app, sandbox, campaignId } = story;
  await door.openFor(app);
  await story.run();
  const created = sandbox.calls.filter(
    ({ task, outcome }) => task === "create_media_buy" && outcome === "answered",
  );
  const authenticationOf = ({ arguments: { push_notification_config: config } }: RecordedCall) =>
    typeof config === "object" && config !== null && "authentication" in config && config.authentication;
  for (const call of created)
    expect(authenticationOf(call)).toEqual({
      schemes: [call.agentId === "nordlicht.example" ? "HMAC-SHA256" : "HTTP_MESSAGE_SIGNATURES"],
    });
  expect(new Set(created.map(({ agentId }) => agentId)).size).toBeGreaterThan(1);
  expect(JSON.stringify([await app.ledger.read(campaignId), sandbox.calls])).not.toContain(secret);

  // The sandbox signs, and that is not what was registered.
  sandbox.advance(0.5);
  const [signed] = (await sandbox.report()).filter(({ agent }) => agent === "nordlicht");
  if (signed === undefined) throw new Error("nothing was reported");
  expect(signed.status).toBe(401);
  const notices = async () =>
    (await app.ledger.read(campaignId)).filter(({ event }) => event.type === "notice-received");
  expect(await notices()).toEqual([]);

  const { url, body } = signed;
  expect(created.flatMap(registeredUrl)).toContain(url);
  const at = String(Math.floor(story.wire.now() / 1_000));
  const hmac = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  const headers = {
    "Content-Type": "application/json",
    [webhookSignatureHeader]: `sha256=${hmac}`,
    [webhookTimestampHeader]: at,
  };
  expect([(await send({ url, headers, body })).status, (await send({ url, headers, body })).status]).toEqual([
    200, 200,
  ]);
  expect(await notices()).toHaveLength(1);
  await story.run();
  expect(stepOf(await story.state(), "buy/nordlicht.example/EUR")?.status).toBe("done");

  const log: string[] = [];
  app.webhooks(
    () => undefined,
    (line) => log.push(line),
  );
  expect(log).toEqual([
    "webhooks of nordlicht.example come with HMAC-SHA256, which is deprecated: have the seller sign them",
  ]);
});
