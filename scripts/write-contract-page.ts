import { writeFileSync } from "node:fs";
import { contractPage } from "../test/contracts/statements/table.ts";

/** Writes docs/contract.md anew: what the service contract says, and the tests that show it. */
writeFileSync("docs/contract.md", contractPage());
