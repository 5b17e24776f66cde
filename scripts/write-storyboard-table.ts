import { writeFileSync } from "node:fs";
import { bundles } from "../test/interop/storyboards/bundles.ts";
import { runBundle } from "../test/interop/storyboards/run-bundle.ts";
import { header, row } from "../test/interop/storyboards/table.ts";

const rows: string[] = [];
for (const bundle of bundles) {
  const run = await runBundle(bundle);
  process.stderr.write(`${bundle.id}: ${run.passed} passed, ${run.failed} failed, ${run.skipped} skipped\n`);
  for (const failure of run.failures) process.stderr.write(`  ${failure}\n`);
  rows.push(row(bundle, run));
}

const page = `# The public sandbox and the public standard's own suite

For whoever doubts that the sandbox speaks the standard: read what the standard's own suite finds there, and run it yourself.

What the storyboard runner of \`@adcp/sdk\` 6.11.0 (AdCP 3.0.6) finds at \`flightdesk sandbox --protocol adcp --version 3.0\`, each
bundle at a sandbox that was just started. \`npx tsx scripts/write-storyboard-table.ts\` writes this page;
\`test/interop/storyboards\` holds every run of the tests against it.

${[...header, ...rows].join("\n")}

What a whole life of a campaign sends and hears, some 350 requests and as many answers of 24 tasks in 3.0 and 25 in 3.1, is valid against the
JSON Schemas of AdCP 3.0.26 and 3.1.19. \`npm run check:schemas -- <folder>\` holds it against any folder of them.

By hand:

\`\`\`sh
npx flightdesk sandbox --protocol adcp --start 2026-03-02 &
npx adcp storyboard run http://127.0.0.1:4400/sellers/proving-ground/mcp sales-guaranteed \\
  --protocol mcp --allow-http --auth sandbox-public-test-token --webhook-receiver --summary-output summary.json --json
\`\`\`

Read \`failed\` in the summary, whatever its exit code. The suite's orders are for 2026. After that the runner makes up dates
anew for each call, so that the second half of \`idempotency\` compares two different orders at any seller; the tests run it with a
clock that reads 2 March 2026.

\`/sellers/proving-ground/mcp\` is a seller for such suites, in no registry. Like the other sellers it is simulated and not
scripted, and it does what the stories need: orders of 45,000 or more wait two seconds for its people, a buy waits for
creatives, each new buy is confirmed by webhook, and \`comply_test_controller\` puts things there, moves them and delivers. Property and
collection lists are kept with a package and not resolved: no list agent is asked.

What is skipped in signal-marketplace wants one agent that is a signals agent, a governance agent and a keeper of accounts at
once. Here these are three, as they are for buyers.

## The newest suite, on both releases

The runner that can be built from the newest public snapshot of the SDK's repository (14.0.0-beta.7, 22 August 2026; not in the package
registry), with the storyboards of AdCP 3.0.26 and 3.1.19, each bundle at a sandbox of that release that was just started. It was run by
hand on 23 November 2026, on Node 20; the project's own tests do not need it.

| bundle                              | at                            | 3.0.26: passed / failed / skipped | 3.1.19: passed / failed / skipped |
| ----------------------------------- | ----------------------------- | --------------------------------- | --------------------------------- |
| sales-guaranteed | \`/sellers/proving-ground/mcp\` | 36 / 0 / 3 | 50 / 0 / 6 |
| sales-non-guaranteed | \`/sellers/proving-ground/mcp\` | 34 / 0 / 2 | 48 / 0 / 10 |
| creative-template                   | \`/creative-builder/mcp\`       | 6 / 0 / 0                         | 6 / 0 / 0                         |
| signal-marketplace                  | \`/signals/mcp\`                | 7 / 0 / 3                         | 7 / 0 / 3                         |
| idempotency                         | \`/sellers/proving-ground/mcp\` | 9 / 0 / 2                         | 9 / 0 / 2                         |
| error-compliance                    | \`/sellers/proving-ground/mcp\` | 9 / 0 / 0                         | 10 / 0 / 0                        |
| schema-validation                   | \`/sellers/proving-ground/mcp\` | 11 / 0 / 0                        | 9 / 0 / 0                         |
| v3-envelope-integrity               | \`/sellers/proving-ground/mcp\` | 1 / 0 / 0                         | 1 / 0 / 0                         |
| capability-discovery                | \`/sellers/proving-ground/mcp\` | 2 / 0 / 0                         | 2 / 0 / 0                         |
| version-negotiation                 | \`/sellers/proving-ground/mcp\` | not in it                         | 1 / 0 / 0                         |
| deterministic-testing | \`/sellers/proving-ground/mcp\` | 22 / 0 / 9 | 24 / 0 / 9 |
| pagination-integrity                | \`/sellers/proving-ground/mcp\` | 6 / 0 / 0                         | 6 / 0 / 0                         |
| pagination-integrity-list-accounts | \`/sellers/proving-ground/mcp\` | 4 / 0 / 0 | 9 / 0 / 0 |
| get-media-buys-pagination-integrity | \`/sellers/proving-ground/mcp\` | 5 / 0 / 0                         | 5 / 0 / 0                         |
| security, with our token in its kit | \`/sellers/proving-ground/mcp\` | 4 / 0 / 3                         | 4 / 0 / 3                         |
| read-tool-idempotency               | \`/sellers/proving-ground/mcp\` | not in it                         | 7 / 0 / 1                         |
| stale-response-advisory             | \`/sellers/proving-ground/mcp\` | not in it                         | 3 / 0 / 1                         |
| governance-aware-seller, with two agents | \`/sellers/proving-ground/mcp\`, \`/governance/mcp\` | 22 / 0 / 0 | 24 / 0 / 0 |
| comply-controller-mode-gate, with its own kit | \`/sellers/proving-ground/mcp\` | 1 / 0 / 0 | 1 / 0 / 0 |
| webhook-emission, with the sandbox's certificate | \`/sellers/proving-ground/mcp\` | 15 / 0 / 2 | 15 / 0 / 2 |
| governance | \`/governance/mcp\` | 0 / 0 / 15 | 0 / 0 / 15 |
| governance-spend-authority | \`/governance/mcp\` | 3 / 0 / 9 | 3 / 0 / 9 |
| billing-gate-dispatch | \`/sellers/proving-ground/mcp\` | not in it | 1 / 0 / 2 |
| notification-config-lifecycle | \`/sellers/proving-ground/mcp\` | not in it | 6 / 0 / 0 |
| notification-config-rejections | \`/sellers/proving-ground/mcp\` | not in it | 2 / 0 / 0 |
| notification-config-event-scope | \`/sellers/proving-ground/mcp\` | not in it | 1 / 0 / 0 |

The stories of governance-aware-seller are played by the runner's library with a seller and a governance agent, in 3.0 with their products put on
sale before, as the runner seeds none where there are two. The agent is named \`https://governance.example/mcp\` there, since \`sync_governance\`
takes addresses of https alone; orders that it denies are refused with \`GOVERNANCE_DENIED\`.

webhook-emission reads the keys from a brand.json at https. The sandbox serves one over TLS, under an authority of its own whose
certificate is at \`/authority.pem\`; the runner believes it by \`NODE_EXTRA_CA_CERTS\`.

What is skipped there, and why:

- stories of what the seller does not claim: a creative library, creatives as a protocol of their own, proposals, conversions, metrics
  to optimise for, audiences to target, sponsored intelligence, OAuth and basic credentials;
- what is billed to the buyer's agent: only operators and advertisers are billed here;
- the second of two ways that exclude each other, where the first was taken;
- in idempotency, two calls at the same time and replays after a rate limit, for which the runner wants contracts of its own;
- in governance and governance-spend-authority, what wants one agent that governs, sells and takes \`seed_plan\`: here these are two, as
  they are for buyers, and plans are told with \`sync_plans\`;
- in signal-marketplace, what wants one agent that is a signals agent and a governance agent at once.

## Bundles that are not held against it

They were run in the same way. What fails in them is not claimed here, or cannot be had from the sandbox:

| bundle                                  | 3.0.26      | 3.1.19       | why not                                                                                                                                                                                                       |
| --------------------------------------- | ----------- | ------------ | ------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------- |
| media-buy | 61 / 3 / 17 | 83 / 1 / 95 | in 3.1 the story's own order cannot be taken, below. In 3.0 its three stories of governance name no agent to ask: with two agents they pass, above |
| creative                                | 2 / 1 / 4   | 2 / 5 / 14 | formats by kind, billing through creatives, evaluators                                                                                                        |
| sales-social                            | 6 / 0 / 4   | 9 / 2 / 6 | not claimed: no audiences, catalogues or conversions that orders could use                                                                                                                                         |
| sales-proposal-mode                     | 28 / 2 / 7  | 17 / 2 / 25* | not claimed: no seller here makes proposals                                                                                                                                                                        |
| sales-catalog-driven                    | 19 / 1 / 9  | 15 / 2 / 23* | not claimed: a feed is taken and never fetched, so nobody can say how many of its items are approved                                                                                                              |
| audience-sync                           | 1 / 1 / 3   | 0 / 2 / 3* | not claimed: it looks for an account before it has opened one                                                                                                                                                     |
| brand-rights                            | 2 / 1 / 4   | 1 / 2 / 4* | the brand agent knows its own three brands and grants no rights                                                                                                                                                   |
| signal-owned                            | 3 / 1 / 1   | 2 / 1 / 0* | the agent sells other people's signals; the story's are not among them                                                                                                                                            |

Figures with an asterisk are of a run before the controller could seed and force as much as it can now.

All that the capabilities of this seller select in 3.1, in one run at one sandbox: 226 passed, 2 failed and 154 skipped. The runner
counts 1 of the two, as it leaves out a story that is optional:

- comply-controller-mode-gate, whose caller is another than the run's: with the story's own kit it passes, above;
- the order of media-buy, where the runner and its story are wrong. Both packages are sold by auction: the story seeds floors of 22.00 and
  8.00 (\`protocols/media-buy/index.yaml\`, \`fixtures.pricing_options\`) and names no \`bid_price\` in its step \`create_media_buy\`. The runner
  puts one into the first package alone, half as much again as the floor of whatever product was listed first, or 7.50 where that has a
  fixed price (\`src/lib/testing/storyboard/request-builder.ts\`, lines 360 to 366); the second gets none. "Auction-based pricing requires
  bid_price", says the standard (\`pricing-models.mdx\` of 3.1), and its own reference seller refuses both. With bids of 22 and 8 written
  into the story, and nothing else changed, it is 12 passed, 0 failed, 2 skipped.

Of what is skipped, 79 steps want products that nobody sells here (provenance, vendors' metrics, prices of signals, formats by kind), which
the controller refuses to seed.

The controller has \`seed_product\`, \`seed_pricing_option\`, \`seed_creative\`, \`seed_media_buy\`, \`seed_account\`, \`force_account_status\`,
\`force_creative_status\`, \`force_media_buy_status\`, \`force_create_media_buy_arm\`, \`force_get_products_arm\`, \`force_task_completion\`,
\`simulate_delivery\` and \`simulate_budget_spend\`. What it has not belongs to what no seller here does: plans (those are the governance
agent's), rights, sessions, measurement catalogues, formats of others, signals that come later. A package without a product cannot be
seeded, nor a product in a format that is not known here.
`;
writeFileSync("docs/public-storyboards.md", page);
process.stderr.write("written; `npm run format` aligns the table\n");
