import { banners, cpm, type SellerProfile, shortVideo } from "./listing.ts";

/** A seller whose systems are down: it answers every task but its capabilities with an error. */
export const stotter: SellerProfile = {
  slug: "stotter",
  domain: "stotter-media.example",
  name: "Stotter Media",
  fault: { fail: "error" },
  listings: [
    {
      product_id: "st_olv",
      name: "Regional video",
      description: "Pre-roll on regional news portals",
      channels: ["olv"],
      countries: ["DE"],
      delivery_type: "non_guaranteed",
      formats: shortVideo,
      weekly: [600_000, 980_000],
      pricing: [cpm("EUR", 10.5, 1000)],
    },
    {
      product_id: "st_display",
      name: "Regional display",
      description: "Display on regional news portals",
      channels: ["display"],
      countries: ["DE"],
      delivery_type: "non_guaranteed",
      formats: banners,
      weekly: [1_900_000, 3_000_000],
      pricing: [cpm("EUR", 3.9, 500)],
    },
    {
      product_id: "st_ctv",
      name: "Regional CTV",
      description: "City television apps",
      channels: ["ctv"],
      countries: ["DE"],
      delivery_type: "non_guaranteed",
      formats: shortVideo,
      weekly: [140_000, 220_000],
      pricing: [cpm("EUR", 18, 1000)],
    },
  ],
};
