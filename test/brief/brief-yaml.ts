/** A complete brief.yaml in which single values can be replaced; `undefined` leaves a line out. */
export function briefYaml(values: Readonly<Record<string, string | undefined>> = {}): string {
  const value = (key: string, usual: string) => (key in values ? values[key] : usual);
  const line = (before: string, text: string | undefined) => (text === undefined ? [] : [`${before}${text}`]);
  return [
    ...line("name: ", value("name", "Spring launch")),
    ...line("brand: { domain: ", `${value("domain", "acme.example")},`),
    "  name: Acme }",
    ...line("objective: ", value("objective", "awareness")),
    ...line("budget: ", value("budget", "250,000 EUR")),
    "flight:",
    ...line("  start: ", value("start", "2027-01-18")),
    ...line("  end: ", value("end", "2027-02-28")),
    ...line("countries: ", value("countries", "[DE, AT]")),
    ...line("channels: ", value("channels", "[olv, ctv]")),
    "audience: Runners",
    ...line("kpi: ", value("kpi", "{ metric: cpm, target: 12.5 }")),
    "limits:",
    ...line("  max_cpm: ", value("maxCpm", "18.00 EUR")),
    ...line("  max_share_per_seller: ", value("share", "40%")),
    "  excluded_sellers: [spam.example]",
    "creatives:",
    "  - id: spring",
    "    name: Spring",
    "    format:",
    "      agent_url: https://creative.example/mcp",
    "      id: video_15s",
    "    assets:",
    "      video: { url: https://cdn.acme.example/spring.mp4 }",
    "message: Run further",
    ...line("", value("extra", "")),
  ].join("\n");
}
