import {
  auction,
  banners,
  cpm,
  plainImage,
  type SellerProfile,
  shortVideo,
  usualTargeting,
  videoSpots,
} from "./listing.ts";

/**
 * A seller for other people's test suites: served where the public standard is, in no registry. It does what their stories
 * need a seller to do and others here do not: large orders wait seconds for its people, a buy waits for creatives and takes every
 * change until it starts, and `comply_test_controller` puts more on sale.
 */
export const provingGround: SellerProfile = {
  slug: "proving-ground",
  domain: "proving-ground.example",
  name: "Proving Ground",
  approval: { hours: 2 / 3600, from: 45_000 },
  waitsForCreatives: true,
  confirmsByWebhook: true,
  testControl: true,
  targeting: { ...usualTargeting, property_list: true, collection_list: true },
  listings: [
    {
      product_id: "test-product",
      name: "Any product",
      description: "What suites buy that do not look for products first",
      channels: ["display"],
      countries: ["US", "CA"],
      delivery_type: "non_guaranteed",
      formats: banners,
      weekly: [3_000_000, 5_000_000],
      pricing: ["test-pricing", "default"].map((pricing_option_id) => ({
        ...cpm("USD", 5),
        pricing_option_id,
      })),
    },
    {
      product_id: "sports_preroll_q2",
      name: "Sports pre-roll",
      description: "Premium video before sport and outdoor clips, guaranteed",
      channels: ["olv"],
      countries: ["US", "CA"],
      delivery_type: "guaranteed",
      formats: videoSpots,
      weekly: [1_200_000, 2_000_000],
      pricing: [cpm("USD", 24, 1000)],
    },
    {
      product_id: "lifestyle_display",
      name: "Outdoor lifestyle display",
      description: "Display inventory on outdoor lifestyle content, premium placements",
      channels: ["display"],
      countries: ["US", "CA"],
      delivery_type: "non_guaranteed",
      formats: [plainImage, ...banners],
      weekly: [3_000_000, 5_000_000],
      pricing: [cpm("USD", 6, 500), auction("USD", 3, 500)],
    },
    {
      product_id: "trail_ctv",
      name: "Trail documentaries on CTV",
      description: "Connected television around outdoor documentaries",
      channels: ["ctv"],
      countries: ["US"],
      delivery_type: "non_guaranteed",
      formats: shortVideo,
      weekly: [400_000, 700_000],
      pricing: [cpm("USD", 30, 1000)],
    },
  ],
};
