import { expect, test } from "vitest";
import { readFaultsFile } from "../../src/sandbox/faults-file.ts";

const read = (...lines: string[]) => readFaultsFile(["faults:", ...lines].join("\n"), "faults.yaml");

test("a faults file names agents by slug or domain", () => {
  expect(
    read(
      "  - { agent: sales, do: drop, when: after, task: create_media_buy, times: 1 }",
      "  - { agent: harbour.example, do: slow, ms: 50, when: before }",
      "  - { agent: governance, do: http, status: 503, call: 2 }",
    ),
  ).toEqual({
    type: "faults",
    faults: new Map([
      [
        "sales",
        [
          { do: "drop", when: "after", task: "create_media_buy", times: 1 },
          { do: "slow", ms: 50, when: "before" },
        ],
      ],
      ["governance", [{ do: "http", status: 503, call: 2 }]],
    ]),
  });
});

test.each([
  [
    "an agent that is not there",
    ["  - { agent: nobody, do: cut }"],
    /^faults\.yaml:2:14 .*no agent "nobody"/,
  ],
  ["a fault that is not known", ["  - agent: sales", "    do: explode"], /^faults\.yaml:3:9 faults\.0\.do/],
  ["a field of another fault", ["  - { agent: sales, do: cut, ms: 3 }"], /^faults\.yaml:2:5 .*"ms"/],
  ["a wrong value", ["  - agent: sales", "    do: http", "    status: 200"], /^faults\.yaml:4:13 /],
  ["a task that is not known", ["  - agent: sales", "    task: buy", "    do: cut"], /^faults\.yaml:3:11 /],
  ["text that is no YAML", ["  - { agent: sales"], /^faults\.yaml:\d+:\d+ /],
])("tells where there is %s", (_name, lines, problem) => {
  const reading = read(...lines);
  expect(reading).toMatchObject({ type: "invalid", problems: [expect.stringMatching(problem)] });
});
