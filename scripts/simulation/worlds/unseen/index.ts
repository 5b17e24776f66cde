import type { Kind } from "../world.ts";
import { kinds as audiences } from "./audiences.ts";
import { kinds as breaks } from "./breaks.ts";
import { kinds as dealings } from "./dealings.ts";
import { kinds as even } from "./even.ts";
import { kinds as evenDelivery } from "./even-delivery.ts";
import { kinds as mixed } from "./mixed.ts";
import { kinds as plain } from "./plain.ts";
import { kinds as time } from "./time.ts";

export const kinds: readonly Kind[] = [
  ...plain,
  ...even,
  ...evenDelivery,
  ...time,
  ...audiences,
  ...dealings,
  ...breaks,
  ...mixed,
];
