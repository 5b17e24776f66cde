import { z } from "zod";

/**
 * What is wrong with a value, in plain words, wherever a schema has none of its own. No value is repeated: it may be a secret
 * or a person's.
 */
export function speakPlainly(): void {
  z.config({ customError: (issue) => words(issue) });
}

function words(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "is missing"
        : `is ${typeOf(issue.input)}; write ${types[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `write ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return formats[issue.format];
    case "too_small":
      if (issue.origin === "string") return "is empty";
      return issue.inclusive === false
        ? `must be more than ${issue.minimum}`
        : `is too small; the least is ${issue.minimum}`;
    case "too_big":
      return issue.inclusive === false
        ? `must be less than ${issue.maximum}`
        : `is too large; the most is ${issue.maximum}`;
    case "unrecognized_keys":
      return `${issue.keys.map((key) => `"${key}"`).join(", ")} is not known here`;
    case "invalid_union":
      return [
        ...new Set(issue.errors?.flatMap((errors) => errors[0] ?? []).map(({ message }) => message)),
      ].join("; or ");
    default:
      return undefined;
  }
}

const types: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "fields with their values",
  record: "fields with their values",
};

function typeOf(value: unknown): string {
  if (value === null) return "empty";
  return types[Array.isArray(value) ? "array" : typeof value] ?? typeof value;
}

const formats: Readonly<Record<string, string>> = {
  url: "is not an address; write one such as https://registry.example",
  date: "is not a day; write one such as 2027-01-18",
  datetime: "is not a time; write one such as 2027-01-18T08:00:00Z",
  email: "is not an e-mail address",
};
