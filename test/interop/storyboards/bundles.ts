/** Bundles of the public standard's own test suite that the public sandbox is held against, and which agent each is run at. */
export const bundles = [
  { id: "sales-guaranteed", path: "/sellers/proving-ground/mcp" },
  { id: "sales-non-guaranteed", path: "/sellers/proving-ground/mcp" },
  { id: "creative-template", path: "/creative-builder/mcp" },
  { id: "signal-marketplace", path: "/signals/mcp" },
  { id: "idempotency", path: "/sellers/proving-ground/mcp" },
  { id: "error-compliance", path: "/sellers/proving-ground/mcp" },
  { id: "schema-validation", path: "/sellers/proving-ground/mcp" },
  { id: "v3-envelope-integrity", path: "/sellers/proving-ground/mcp" },
] as const;

export type Bundle = (typeof bundles)[number];
