import { kinds as blind } from "./blind/index.ts";
import { kinds as fresh } from "./fresh/index.ts";
import { kinds as later } from "./later/index.ts";
import { kinds as next } from "./next/index.ts";
import { kinds as open_curves } from "./open/curves.ts";
import { kinds as open_even } from "./open/even.ts";
import { kinds as open_plain } from "./open/plain.ts";
import { kinds as open_sellers } from "./open/sellers.ts";
import { kinds as open_time } from "./open/time.ts";
import { kinds as sealed_even } from "./sealed/even.ts";
import { kinds as sealed_events } from "./sealed/events.ts";
import { kinds as sealed_memory } from "./sealed/memory.ts";
import { kinds as sealed_plain } from "./sealed/plain.ts";
import { kinds as sealed_sellers } from "./sealed/sellers.ts";
import { kinds as unseen } from "./unseen/index.ts";
import type { Kind } from "./world.ts";
export const kinds: readonly Kind[] = [
  ...open_curves,
  ...open_even,
  ...open_plain,
  ...open_sellers,
  ...open_time,
  ...sealed_even,
  ...sealed_events,
  ...sealed_memory,
  ...sealed_plain,
  ...sealed_sellers,
  ...unseen,
  ...blind,
  ...later,
  ...fresh,
  ...next,
];
