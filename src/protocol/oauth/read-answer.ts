import { cleanText } from "../../lib/clean-text.ts";

/**
 * The code in the answer of an authorization server. Throws where it refuses, and where the answer comes from another
 * server than the one that was asked (RFC 9207): the code would be given to the wrong one.
 */
export function readAnswer(
  answer: URLSearchParams,
  { issuer, namesItself }: { readonly issuer: string; readonly namesItself: boolean },
): string {
  const from = answer.get("iss");
  if (from === null ? namesItself : from !== issuer)
    throw new Error(
      `the login was begun at ${issuer}, but the answer is ${from === null ? "nobody's" : `of ${cleanText(from, 200)}`}: it is not used`,
    );
  const error = answer.get("error");
  if (error !== null) {
    const description = answer.get("error_description");
    throw new Error(
      cleanText(`${issuer} says no: ${error}${description === null ? "" : `, ${description}`}`, 300),
    );
  }
  const code = answer.get("code");
  if (code === null || code === "") throw new Error(`${issuer} answered without a code`);
  return code;
}
