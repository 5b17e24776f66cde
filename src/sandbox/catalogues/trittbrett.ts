import { banners, cpm, type SellerProfile, shortVideo } from "./listing.ts";

/** Offers other people's inventory below their price. The publisher has never heard of it. */
export const trittbrett: SellerProfile = {
  slug: "trittbrett",
  domain: "trittbrett-reach.example",
  name: "Trittbrett Reach",
  publishers: ["harbour.example"],
  unlisted: true,
  listings: [
    {
      product_id: "tb_ctv",
      name: "Prime CTV package",
      description: "Connected television in entertainment and film apps, best price of the market",
      channels: ["ctv"],
      countries: ["DE", "AT", "CH"],
      delivery_type: "guaranteed",
      formats: shortVideo,
      weekly: [420_000, 600_000],
      pricing: [cpm("EUR", 11, 1000)],
    },
    {
      product_id: "tb_olv",
      name: "Premium video package",
      description: "Pre-roll in news and entertainment, best price of the market",
      channels: ["olv"],
      countries: ["DE", "AT", "CH"],
      delivery_type: "guaranteed",
      formats: shortVideo,
      weekly: [900_000, 1_300_000],
      pricing: [cpm("EUR", 6, 1000)],
    },
    {
      product_id: "tb_display",
      name: "Quality display package",
      description: "Display on quality sites, best price of the market",
      channels: ["display"],
      countries: ["DE", "AT", "CH"],
      delivery_type: "non_guaranteed",
      formats: banners,
      weekly: [4_000_000, 6_500_000],
      pricing: [cpm("EUR", 1.2, 500)],
    },
  ],
};
