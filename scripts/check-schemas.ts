import { since } from "../src/protocol/tasks/names.ts";
import { liveCompactLife, liveWholeLife } from "../test/stories/whole-life.ts";
import { heldAgainst, openSchemas } from "./public-schemas.ts";

/**
 * Holds what a campaign sends and what the public sandbox answers against a folder of the public standard's JSON Schemas:
 * `npm run check:schemas -- <folder>`, or `<folder>+<folder>` where the newer one is published in part. The folder tells the release
 * that is spoken, since 3.2 also with sellers whose tools are compact. Exits 1 where anything is invalid.
 */
const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || rest.length > 0) {
  process.stderr.write("name one folder of JSON Schemas: npm run check:schemas -- <folder>\n");
  process.exit(2);
}
const schemas = openSchemas(folder);
const { version, release } = schemas;
if (release === undefined) {
  process.stderr.write(`${folder} is of ${version}: releases 3.0 and 3.1 are spoken here\n`);
  process.exit(2);
}
const lives = [await liveWholeLife(release), ...(since(release, "3.2") ? [await liveCompactLife()] : [])];
const rows = heldAgainst(schemas, {
  requests: lives.flatMap(({ requests }) => requests),
  answers: lives.flatMap(({ answers }) => answers),
});
process.stdout.write(`| task of ${version} | requests valid | answers valid |\n| --- | ---: | ---: |\n`);
for (const { task, requests, answers } of rows)
  process.stdout.write(`| ${task} | ${requests.valid}/${requests.all} | ${answers.valid}/${answers.all} |\n`);
const wrong = rows.flatMap(({ errors }) => errors);
for (const error of wrong) process.stderr.write(`${error}\n`);
if (wrong.length > 0) process.exitCode = 1;
