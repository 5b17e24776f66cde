import { type SellerProfile, sellerSchema } from "./listing.ts";
import { readInventory } from "./read-inventory.ts";

/** Every seller of the test deployment. The first is served at `/sales/mcp`, the others under `/sellers/`. */
export const sellers: readonly SellerProfile[] = [
  "harbour",
  "nordlicht",
  "albion",
  "metropol",
  "kiosk",
  "korb",
  "plaza",
  "gletscher",
  "stotter",
  "northgate",
  "gazette",
  "trittbrett",
].map(read);

/** The seller for other people's test suites, in no registry. */
export const provingGround: SellerProfile = read("proving-ground");

function read(name: string): SellerProfile {
  return readInventory(`sellers/${name}.yaml`, sellerSchema);
}
