import { describe, expect, it } from "vitest";
import { keptSecrets, Secret } from "../../src/lib/secret.ts";
import { type LogLevel, openLog } from "../../src/server/log.ts";

function written(options: { readonly isTerminal?: boolean; readonly level?: LogLevel } = {}) {
  const secrets = keptSecrets();
  secrets.add(new Secret('a "very" secret word'));
  const lines: string[] = [];
  const log = openLog({
    masked: secrets.maskedIn,
    isTerminal: false,
    ...options,
    write: (line) => lines.push(line),
  });
  return { log, lines };
}

describe("the log of a long-running process", () => {
  it("is a JSON document a line, with what a child is about", () => {
    const { log, lines } = written();
    log.child({ turn: 3 }).child({ campaign: "spring" }).info({ event: "plan-made" }, "planned");
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      turn: 3,
      campaign: "spring",
      event: "plan-made",
      msg: "planned",
    });
  });

  it.each([false, true])("lets no secret out, however deep it stands (at a terminal: %s)", (isTerminal) => {
    const { log, lines } = written({ isTerminal });
    const word = 'a "very" secret word';
    log
      .child({ campaign: word, agent: { told: [word] } })
      .warn({ deep: { in: [{ it: word }] } }, `said ${word}`);
    log.error(new Error(`refused: ${word}`));
    expect(lines.join("")).toContain("[secret]");
    expect(lines.join("")).not.toMatch(/very.{0,3} secret/);
  });

  it("is a plain line at a terminal, without what would steer it", () => {
    const { log, lines } = written({ isTerminal: true });
    log
      .child({ campaign: "spring", agent: "north.example" })
      .warn({ step: "buy" }, "said \u001b[2Jno\nreally");
    expect(lines).toEqual([
      expect.stringMatching(/^\S+Z warn spring north\.example said .*no[^\n]*really\n$/),
    ]);
  });

  it("leaves out what is less important than asked for", () => {
    const { log, lines } = written({ level: "warn" });
    log.info("usual");
    log.warn("odd");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ msg: "odd" }]);
  });
});
