import { scheduleOf } from "../lib/schedule.ts";
import { Secret, SecretMissing, secretOf } from "../lib/secret.ts";
import type { Channel, Send } from "./channel.ts";
import { mail } from "./mail.ts";
import { type ChannelSettings, channelName } from "./settings.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";
import { webhook } from "./webhook.ts";

export interface ChannelPorts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called with each secret, so that it is shown nowhere. */
  readonly keep: (secret: Secret) => void;
  /** UTC milliseconds. */
  readonly now: () => number;
  /** When the desk wants digests, such as 08:00, and in which time zone: 08:00 UTC where absent. */
  readonly digestAt?: string;
  readonly timeZone?: string;
}

/** The channels that the settings name: one for each person who gets mail, so that a link is for one person. */
export function openChannels(entries: readonly ChannelSettings[], ports: ChannelPorts): Channel[] {
  return entries.flatMap((entry) => channelsOf(entry, ports));
}

function channelsOf(entry: ChannelSettings, ports: ChannelPorts): Channel[] {
  const name = channelName(entry);
  const secret = (written: string) => {
    const found = secretOf(written, `notify: ${name}`, ports.environment);
    ports.keep(found);
    return found;
  };
  const { about } = entry;
  const { digestAt = "08:00", timeZone } = ports;
  const [hour, minute] = digestAt.split(":").map(Number);
  const digest = scheduleOf(entry.digest ?? `${minute} ${hour} * * 1-5`, timeZone);
  const channel = (id: string, to: string, send: Send): Channel => ({ id, to, about, digest, send });
  switch (entry.by) {
    case "email": {
      const password = entry.password === undefined ? undefined : secret(entry.password);
      return entry.to.map((to) => channel(`${name}/${to}`, to, mail({ ...entry, password }, to)));
    }
    case "slack":
      return [channel(name, name, slack(addressIn(secret(entry.url), name)))];
    case "teams":
      return [channel(name, name, teams(addressIn(secret(entry.url), name)))];
    case "webhook": {
      const signed = webhook(new Secret(entry.url), secret(entry.secret), name, ports.now);
      return [channel(name, name, signed)];
    }
  }
}

function addressIn(secret: Secret, name: string): Secret {
  if (URL.canParse(secret.reveal())) return secret;
  throw new SecretMissing(`notify: ${name}: its environment variable holds no web address`);
}
