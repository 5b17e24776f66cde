import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

const brief = "examples/brief-to-campaign/brief.yaml";
const known = readFileSync(brief, "utf8");

/** By name: what stands in a file that is wrong somewhere. */
const files: Readonly<Record<string, string | Buffer>> = {
  "typo.yaml": known.replace("budget:", "budgte:"),
  "dates.yaml": known.replace("2027-02-28", "2027-01-01"),
  "channel.yaml": known.replace("[ctv,", "[television,"),
  "share.yaml": known.replace("35%", "350%"),
  "weights.yaml": `${known}weights: { prize: 50 }\n`,
  "broken.yaml": "name: [unclosed\n",
  "empty.yaml": "",
  "empty.txt": "\n",
  "latin.yaml": Buffer.from("one: 1\nname: Caf\u00e9\n", "latin1"),
  "no.pdf": "hello",
  "old.doc": "hello",
  "policies/bad.yaml":
    "version: 1\nname: X\nmode: enforce\nrules:\n  - id: a\n    on: [create_media_by]\n    when: { amount: { over: 1 EUR } }\n    then: deny\n",
  "exchange.yaml": "base: EUR\ndate: soon\nrates: { USD: 1.1 }\nsource: me\n",
  "approvers.yaml": "approvers:\n  - name: Kim\n    up_to: 50,000 EUR\n",
  "settings.yaml": "caller: https://agency.example/agent\nregistry_ulr: https://registry.example\n",
  "colour.yaml": 'brand: { accent: "#ffff00" }\n',
  "notify.yaml":
    "notify:\n  - { by: slack, url: https://hooks.slack.example/T0 }\n  - { by: email, colour: red }\n",
  "secret.yaml":
    "console:\n  oidc: { issuer: https://login.example, client_id: a, roles: { claim: groups } }\nnotify: [{ by: slack, url: env:NOT_SET }]\n",
  "accounts.yaml": "accounts:\n  - brand: acme\n",
  "results.csv": "what,is\nthis,now\n",
  "broken.json": '{"a": ',
  "list.json": "[1]",
  "bundle.json": '{"format": "other"}',
  "faults.yaml": "sales: nonsense\n",
};

interface Row {
  /** `@name` is the path of one of the files, `@folder` of a folder, `@none` of nothing. */
  readonly words: string;
  /** What, where and what to do. */
  readonly says: string;
  readonly code?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

const rows: readonly Row[] = [
  // The command line
  { words: "rum", says: "unknown command 'rum'\n(Did you mean run?)" },
  { words: `run ${brief} --exceute`, says: "unknown option '--exceute'\n(Did you mean --execute?)" },
  { words: "run", says: "missing required argument 'brief'" },
  { words: "inbox extra", says: "too many arguments for 'inbox'. Expected 0 arguments but got 1." },
  { words: "reject buy/x", says: "required option '--reason <text>' not specified" },
  { words: "buys decrease a/b", says: "required option '--to <amount>' not specified" },
  { words: "completion tcsh", says: "Allowed choices are bash, zsh, fish." },
  { words: "loop", says: "say how to run: `flightdesk loop --once` takes one turn and ends" },
  { words: "stop", says: "say what to stop or to release: --all, --campaign <id> or --seller <id>" },
  { words: "stop --all --seller x.example", says: "say what to stop or to release: --all, --campaign <id>" },
  { words: "report --format md,csv --output x.md", says: "for several formats name a folder with --out" },
  { words: "report --format odt", says: '"odt" is not one of html, pdf, md, csv, xlsx, json' },
  { words: "statement --month 2027-01 --format pdf", says: '"pdf" is not one of xlsx, md, json.' },
  {
    words: "statement --month January",
    says: '--month: "January" is not a month; write for example 2027-01',
  },
  {
    words: "approve buy/a.example/EUR --total 90000",
    says: "nothing is approved: --total does not count as a person's approval. Leave it out, and type the total at the terminal",
  },
  { words: "sellers add x", says: "say how the seller knows you: one of --bearer, --bearer-env" },
  { words: "keys new --alg rot13", says: '--alg: "rot13" is none of ed25519, ecdsa-p256-sha256' },
  {
    words: "buys decrease a/b --to some",
    says: '--to: "some" is not an amount of money; write for example "50,000 EUR"',
  },
  {
    words: "buys extend a/b --until tomorrow",
    says: '--until: "tomorrow" is not a day; write for example 2027-02-28',
  },
  {
    words: "claims make-good a/b --impressions many --until 2027-03-01",
    says: '--impressions: "many" is not a count; write for example 250000',
  },
  { words: "serve --every often", says: '--every: "often" is neither a time such as "15 min"' },
  { words: "serve --port x", says: "a port is a number from 0 to 65535." },
  { words: "serve --host 0.0.0.0", says: "--host 0.0.0.0 needs --public-url" },
  { words: "sandbox --port 99999", says: "a port is a number from 0 to 65535." },
  {
    words: "sandbox --start someday",
    says: '--start: "someday" is not a date; write for example 2027-01-04',
  },
  {
    words: "sandbox --version 3.0",
    says: "--version: releases are of the public standard; add --protocol adcp",
  },
  {
    words: "sandbox --principal agency",
    says: "write name=token, with at least eight characters in the token",
  },
  {
    words: "sandbox --principal a=first-token --principal b=first-token",
    says: "two principals have one token",
  },
  {
    words: "sandbox --oauth nobody",
    says: '--oauth: there is no seller "nobody". There are: sales, nordlicht',
  },
  { words: "sandbox advance --days -1", says: "days are a number above 0 and at most 3660." },
  {
    words: "call harbour.example get_prodcts",
    says: 'there is no task "get_prodcts". Known: get_svc_capabilities',
  },
  {
    words: "call harbour.example create_media_buy",
    says: "nothing was sent. Say --execute to have it checked and sent",
  },
  { words: "brief new @empty.txt --out @none", says: "empty.txt: there is no text in it" },
  {
    words: `brief new words --out ${brief}`,
    says: `${brief}: exists already; choose another --out, or --force`,
  },
  // What is not there
  {
    words: "status nowhere",
    says: "no campaign has been run here yet; start one with `flightdesk run <brief> --execute`",
  },
  { words: "report SANDBOX-nowhere", says: "campaigns of the built-in sandbox need --sandbox" },
  { words: "approve buy/a.example/EUR", says: "no step buy/a.example/EUR waits for a person. None does." },
  {
    words: "whatif nowhere --budget +20%",
    says: "no campaign has been compared here yet; start with `flightdesk compare <brief>`",
  },
  {
    words: "sellers show nobody.example",
    says: "no seller nobody.example has been asked or bought from. Known: none yet",
  },
  // Settings
  {
    words: `compare ${brief} --registry-url nonsense`,
    says: "--registry-url: is not an address; write one such as https://registry.example",
  },
  {
    words: `compare ${brief} --registry-url ftp://registry.example`,
    says: "--registry-url: is not an address; write one such as https://registry.example",
  },
  {
    words: `compare ${brief} --seller-deadline soon`,
    says: '--seller-deadline: "soon" is not a time; write for example "30 s"',
  },
  {
    words: `compare ${brief} --dialect esperanto`,
    says: "--dialect: write one of svc, svc-older, adcp-3.0, adcp-3.1",
  },
  {
    words: `plan ${brief} --model-budget much`,
    says: '--model-budget: "much" is not an amount in US dollars; write for example "0.50"',
  },
  {
    words: "status",
    environment: { FLIGHTDESK_CONCURRENCY: "0" },
    says: "FLIGHTDESK_CONCURRENCY: is too small; the least is 1",
  },
  {
    words: "status",
    environment: { FLIGHTDESK_CLOSE_AFTER: "later" },
    says: 'FLIGHTDESK_CLOSE_AFTER: "later" is not a time; write for example "30 s"',
  },
  {
    words: "status",
    environment: { NODE_TLS_REJECT_UNAUTHORIZED: "0" },
    says: "NODE_TLS_REJECT_UNAUTHORIZED=0 lets anybody pose as a seller: unset it",
  },
  {
    words: `run ${brief} --execute --registry-url https://registry.example`,
    environment: { HTTPS_PROXY: "http://proxy.example:3128" },
    says: "HTTPS_PROXY: no proxy is used, as agents are called directly, each at the address that was checked. Let calls to them out, and say so with NO_PROXY=*",
  },
  { words: "status --config @none", says: "@none: there is no such file" },
  { words: "status --config @folder", says: "@folder: this is a folder; name a file in it" },
  {
    words: "status --config @latin.yaml",
    says: "@latin.yaml:2 this line is not UTF-8; save the file as UTF-8",
  },
  {
    words: "status --config @settings.yaml",
    says: '@settings.yaml:2:1 registry_ulr: "registry_ulr" is not a setting. Did you mean "registry_url"?',
  },
  {
    words: "status --config @colour.yaml",
    says: "@colour.yaml:1:10 brand.accent: #ffff00 is too light to be read on paper",
  },
  {
    words: "status --config @notify.yaml",
    says: "@notify.yaml:2:18 notify.0.url: is a secret: write env:NAME, the environment variable that holds it",
  },
  {
    words: "serve --console --config @secret.yaml",
    says: "notify: slack: the environment variable NOT_SET is not set",
  },
  { words: "status --home @typo.yaml", says: "home: @typo.yaml is a file; name a folder" },
  {
    words: "status --home /dev/null/home",
    code: 1,
    says: "cannot be written: a part of its path is a file. Name another folder (--home for the home)",
  },
  {
    words: `compare ${brief}`,
    says: "no registry is set: name one with registry_url, --registry-url or FLIGHTDESK_REGISTRY_URL. To try it on simulated sellers, add --sandbox",
  },
  {
    words: `run ${brief} --execute --registry-url https://registry.example`,
    says: "no governance agent is set, and nothing is bought without one: name one with governance_url, --governance-url",
  },
  { words: `compare ${brief} --policies nowhere`, says: "policies: there is no folder nowhere" },
  {
    words: `compare ${brief} --policies @policies`,
    says: 'bad.yaml:6:10 rule "a": "create_media_by" is not a task that changes anything. Did you mean "create_media_buy"?',
  },
  { words: `compare ${brief} --exchange @none`, says: "exchange: there is no file @none" },
  { words: `compare ${brief} --exchange @folder`, says: "@folder: this is a folder; name a file in it" },
  { words: `compare ${brief} --exchange @latin.yaml`, says: "@latin.yaml:2 this line is not UTF-8" },
  {
    words: `compare ${brief} --exchange @exchange.yaml`,
    says: "@exchange.yaml: date: is not a day; write one such as 2027-01-18",
  },
  { words: `compare ${brief} --approvers @none`, says: "@none: there is no such file" },
  { words: `compare ${brief} --approvers @folder`, says: "@folder: this is a folder; name a file in it" },
  {
    words: `compare ${brief} --approvers @approvers.yaml`,
    says: "@approvers.yaml:2:5 approvers.0: has nothing to sign with",
  },
  // Briefs
  { words: "run @none", says: "@none: there is no such file" },
  { words: "run @folder", says: "@folder: this is a folder; name a file in it" },
  { words: `plan ${brief} --sandbox --out @typo.yaml`, says: "--out: @typo.yaml is a file; name a folder" },
  { words: "brief check @folder", says: "@folder: this is a folder; name a file in it" },
  { words: "plan @typo.yaml", says: "@typo.yaml:7:1 budgte: is not a field; did you mean budget?" },
  {
    words: "plan @dates.yaml",
    says: "@dates.yaml:10:8 flight.end: is before the start, 2027-01-18; write the last day of the campaign",
  },
  {
    words: "plan @channel.yaml",
    says: '@channel.yaml:12:12 channels[0]: "television" is not one of display, olv',
  },
  {
    words: "plan @share.yaml",
    says: "@share.yaml:20:25 limits.max_share_per_seller: is 350%; write more than 0 and at most 1, such as 40% or 0.4",
  },
  {
    words: "plan @weights.yaml",
    says: '@weights.yaml weights: "prize" is not a criterion of the ranking: price, fit, scale, certainty, completeness',
  },
  { words: "plan @broken.yaml", says: "@broken.yaml:2:1 the brief: Flow sequence" },
  {
    words: "plan @empty.yaml",
    says: "@empty.yaml:1:1 the brief: is missing; write the fields of a brief: name, brand",
  },
  { words: "plan @latin.yaml", says: "@latin.yaml:2 this line is not UTF-8; save the file as UTF-8" },
  { words: "compare @no.pdf", says: "@no.pdf: this PDF cannot be read" },
  { words: "compare @old.doc", says: "@old.doc: the old Word format is not read; save it as .docx or PDF" },
  // Other files
  { words: "results import @none", says: "@none: there is no such file" },
  { words: "results import @folder", says: "@folder: this is a folder; name a file in it" },
  { words: "results import @latin.yaml", says: "@latin.yaml:2 this line is not UTF-8" },
  {
    words: "results import @results.csv",
    says: '@results.csv:1 "what" is not a field of a result; the fields are id, time, type',
  },
  {
    words: "accounts sync @accounts.yaml",
    says: "@accounts.yaml:2:12 accounts[0].brand: is text; write fields with their values",
  },
  { words: "audiences sync @accounts.yaml", says: "@accounts.yaml:1:1 account: is missing\n" },
  { words: "accounts sync @broken.yaml", says: "@broken.yaml:2:1 this is not YAML or JSON" },
  { words: "accounts sync @folder", says: "@folder: this is a folder; name a file in it" },
  { words: "audit replay @none", says: "@none: there is no such file" },
  {
    words: "audit replay @bundle.json",
    says: "@bundle.json: it is not an audit bundle: format: write flightdesk-audit",
  },
  { words: "call harbour.example get_products --args @broken.json", says: "@broken.json: this is not JSON" },
  {
    words: "call harbour.example get_products --args @list.json",
    says: "@list.json: one JSON object is expected",
  },
  {
    words: "call harbour.example get_products --args @folder",
    says: "@folder: this is a folder; name a file in it",
  },
  { words: "whatif nowhere --from @folder", says: "@folder: this is a folder; name a file in it" },
  { words: "buys swap-creative a/b --creatives @none", says: "@none: there is no such file" },
  { words: "sandbox --faults @faults.yaml", says: '@faults.yaml:1:1 the file: "sales" is not known here' },
  { words: "sandbox --faults @folder", says: "@folder: this is a folder; name a file in it" },
  { words: "policy check @none", says: "@none: there is no such file" },
];

describe("a wrong input", () => {
  const folder = temporaryFolder();
  const places = (words: string) =>
    words.replaceAll(/@([\w./-]*\w)/g, (_, name: string) => join(folder.path, name));
  beforeAll(() => {
    for (const inner of ["folder", "policies", "home"]) mkdirSync(join(folder.path, inner), { mode: 0o700 });
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder.path, name), content);
  });
  afterAll(() => folder[Symbol.dispose]());

  it.each(rows)("$words is refused: $says", async ({ words, says, code = 2, environment }) => {
    const home = join(folder.path, "home");
    const ended = await flightdesk(places(words).split(" "), { FLIGHTDESK_HOME: home, ...environment });
    const stderr = ended.stderr.replaceAll(`${folder.path}/`, "@");
    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/\bundefined\b|\[object|^ +at /m);
    expect(ended.code).toBe(code);
  });
});
