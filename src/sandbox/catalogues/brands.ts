/** A brand's identity as the brand agent tells it. */
export interface Brand {
  readonly domain: string;
  readonly name: string;
  readonly tagline: string;
  readonly colors: Readonly<Record<string, string>>;
  readonly tone: {
    readonly voice: string;
    readonly attributes: readonly string[];
    readonly avoid: readonly string[];
  };
  readonly guidelines: Readonly<Record<string, string>>;
}

export const brands: readonly Brand[] = [
  {
    domain: "acme.example",
    name: "Acme",
    tagline: "Made to move.",
    colors: { primary: "#0B3D91", secondary: "#F2A900", background: "#FFFFFF" },
    tone: {
      voice: "Clear and active",
      attributes: ["confident", "practical", "warm"],
      avoid: ["superlatives", "pressure to buy"],
    },
    guidelines: {
      logo: "Top left, clear space of one logo height",
      photography: "People outdoors, daylight",
    },
  },
  {
    domain: "nordwind.example",
    name: "Nordwind Coffee",
    tagline: "Slow mornings.",
    colors: { primary: "#3B2A20", secondary: "#D9B48F", background: "#FAF6F1" },
    tone: { voice: "Calm and sensual", attributes: ["warm", "unhurried"], avoid: ["health claims"] },
    guidelines: { logo: "Centred, never on a photograph", photography: "Close-ups, steam, morning light" },
  },
  {
    domain: "solara.example",
    name: "Solara Travel",
    tagline: "Go where it is light.",
    colors: { primary: "#E4572E", secondary: "#17BEBB", background: "#FFF8F0" },
    tone: {
      voice: "Bright and curious",
      attributes: ["optimistic", "helpful"],
      avoid: ["fear of missing out"],
    },
    guidelines: { logo: "Bottom right", photography: "Wide landscapes, no crowds" },
  },
];
