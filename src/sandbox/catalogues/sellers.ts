import { albion } from "./albion.ts";
import { gazette } from "./gazette.ts";
import { gletscher } from "./gletscher.ts";
import { harbour } from "./harbour.ts";
import { kiosk } from "./kiosk.ts";
import { korb } from "./korb.ts";
import type { SellerProfile } from "./listing.ts";
import { metropol } from "./metropol.ts";
import { nordlicht } from "./nordlicht.ts";
import { northgate } from "./northgate.ts";
import { plaza } from "./plaza.ts";
import { stotter } from "./stotter.ts";
import { trittbrett } from "./trittbrett.ts";

/** Every seller of the test deployment. The first is served at `/sales/mcp`, the others under `/sellers/`. */
export const sellers: readonly SellerProfile[] = [
  harbour,
  nordlicht,
  albion,
  metropol,
  kiosk,
  korb,
  plaza,
  gletscher,
  stotter,
  northgate,
  gazette,
  trittbrett,
];
