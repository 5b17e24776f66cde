import { flatFee, type SellerProfile } from "./listing.ts";

/** Sells paper: newspapers, magazines and posters, which few digital briefs ask for. */
export const gazette: SellerProfile = {
  slug: "gazette",
  domain: "gazette-print.example",
  name: "Gazette Print House",
  listings: [
    {
      product_id: "gz_full_page",
      name: "Full page, national daily",
      description: "One full page in a national newspaper",
      channels: ["print"],
      countries: ["DE", "AT"],
      delivery_type: "guaranteed",
      formats: [],
      weekly: [310_000, 340_000],
      pricing: [flatFee("EUR", 24000)],
    },
    {
      product_id: "gz_magazine",
      name: "Magazine spread",
      description: "Double page in a monthly living magazine",
      channels: ["print"],
      countries: ["DE"],
      delivery_type: "guaranteed",
      formats: [],
      weekly: [120_000, 140_000],
      pricing: [flatFee("EUR", 14500)],
    },
    {
      product_id: "gz_poster",
      name: "Poster week",
      description: "Paper posters in one city for a week",
      channels: ["ooh"],
      countries: ["DE"],
      delivery_type: "guaranteed",
      formats: [],
      weekly: [900_000, 1_100_000],
      pricing: [flatFee("EUR", 8000)],
    },
  ],
};
