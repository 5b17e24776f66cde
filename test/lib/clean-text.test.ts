import { expect, test } from "vitest";
import { cleanText } from "../../src/lib/clean-text.ts";

test.each([
  ["keeps plain text", "Nieuws & sport, 25–54", "Nieuws & sport, 25–54"],
  ["makes one line of many", "one\r\n\ttwo\u2028three", "one two three"],
  ["drops terminal escapes", "red \u001b[31malert\u0007", "red [31malert"],
  ["drops zero-width characters", "pay\u200bpal\ufeff\u2060", "paypal"],
  ["drops characters that turn the direction round", "abc\u202egpj.exe\u2066", "abcgpj.exe"],
  ["drops invisible tags and variation selectors", "hi\u{e0041}\u{e0042}\u{e0101}\ufe0f", "hi"],
  ["drops blank letters", "a\u3164\u115fb", "ab"],
  ["drops half a surrogate pair", "a\ud800b", "ab"],
  ["composes letters and their accents", "cafe\u0301", "café"],
])("%s", (_, text, clean) => {
  expect(cleanText(text, 100)).toBe(clean);
});

test("cuts at a whole character and marks the cut", () => {
  expect(cleanText("abcdef", 6)).toBe("abcdef");
  expect(cleanText("abcdefg", 6)).toBe("abcde…");
  expect(cleanText("🎧🎧🎧🎧", 3)).toBe("🎧🎧…");
});
