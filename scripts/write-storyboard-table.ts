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
creatives, each new buy is confirmed by webhook, and \`comply_test_controller\` puts products and prices on sale and delivers. Property and
collection lists are kept with a package and not resolved: no list agent is asked.

What is skipped in signal-marketplace wants one agent that is a signals agent, a governance agent and a keeper of accounts at
once. Here these are three, as they are for buyers.

## The newest suite, on both releases

The runner that can be built from the newest public snapshot of the SDK's repository (14.0.0-beta.7, 22 August 2026; not in the package
registry), with the storyboards of AdCP 3.0.26 and 3.1.19, each bundle at a sandbox of that release that was just started. It was run by
hand on 23 November 2026, on Node 20; the project's own tests do not need it.

| bundle                | at                            | 3.0.26: passed / failed / skipped | 3.1.19: passed / failed / skipped |
| --------------------- | ----------------------------- | --------------------------------- | --------------------------------- |
| sales-guaranteed      | \`/sellers/proving-ground/mcp\` | 36 / 0 / 3                        | 36 / 0 / 20                       |
| sales-non-guaranteed  | \`/sellers/proving-ground/mcp\` | 34 / 0 / 2                        | 34 / 0 / 24                       |
| creative-template     | \`/creative-builder/mcp\`       | 6 / 0 / 0                         | 6 / 0 / 0                         |
| signal-marketplace    | \`/signals/mcp\`                | 7 / 0 / 3                         | 7 / 0 / 3                        |
| idempotency           | \`/sellers/proving-ground/mcp\` | 9 / 0 / 2                         | 9 / 0 / 2                         |
| error-compliance      | \`/sellers/proving-ground/mcp\` | 9 / 0 / 0                         | 10 / 0 / 0                        |
| schema-validation     | \`/sellers/proving-ground/mcp\` | 11 / 0 / 0                        | 9 / 0 / 0                         |
| v3-envelope-integrity | \`/sellers/proving-ground/mcp\` | 1 / 0 / 0                         | 1 / 0 / 0                         |
| capability-discovery  | \`/sellers/proving-ground/mcp\` | 2 / 0 / 0                         | 2 / 0 / 0                         |

What is skipped there, and why:

- stories of what the seller does not claim: a creative library, proposals, conversions, metrics to optimise for, audiences to target;
- delivery reports of viewable impressions in 3.1: nothing is sold by \`vcpm\` here, so the story's price cannot be put on sale;
- the second of two ways that exclude each other, where the first was taken;
- in idempotency, replays after a rate limit, for which the runner wants a contract of its own, and a phase that no other step feeds;
- in signal-marketplace, what wants one agent that is a signals agent and a governance agent at once.
`;
writeFileSync("docs/public-storyboards.md", page);
process.stderr.write("written; `npm run format` aligns the table\n");
