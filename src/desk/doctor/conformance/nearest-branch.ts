import type { Ajv, ErrorObject, FuncKeywordDefinition, ValidateFunction } from "ajv";
import { isObject } from "../../../lib/json-object.ts";

/** What is said of a value that a release has several shapes for, and that fits none of them. */
type Errors = readonly ErrorObject[];

/**
 * `oneOf` and `anyOf`, which of all branches report the nearest alone: otherwise one wrong price would be as many errors as there
 * are pricing models. A value that fits several branches of `oneOf` is right, unless the branches say nothing but which fields
 * go together: a release that lets unknown fields in cannot tell its other branches apart.
 */
export function nearestBranch(ajv: Ajv, keyword: "oneOf" | "anyOf"): FuncKeywordDefinition {
  return {
    keyword,
    schemaType: "array",
    errors: "full",
    compile: (branches: readonly unknown[]) => {
      let checks: readonly ValidateFunction[] | undefined;
      const isChoice = keyword === "oneOf" && branches.every(saysFieldsAlone);
      const check: ReturnType<NonNullable<FuncKeywordDefinition["compile"]>> = (data, context) => {
        // Schemas refer to each other in circles: each branch is compiled when it is first needed.
        checks ??= branches.map((branch) => ajv.compile(branch as object));
        const failures = checks.map((branch): Errors => (branch(data) === true ? [] : (branch.errors ?? [])));
        const fitting = branches.filter((_, i) => failures[i]?.length === 0);
        const errors = fitting.length === 0 ? nearestOf(failures) : isChoice ? tooMany(fitting, keyword) : [];
        const at = context?.instancePath ?? "";
        check.errors = errors.map((error) => ({ ...error, instancePath: `${at}${error.instancePath}` }));
        return errors.length === 0;
      };
      return check;
    },
  };
}

function saysFieldsAlone(branch: unknown): boolean {
  return isObject(branch) && Object.keys(branch).every((word) => word === "required" || word === "not");
}

function tooMany(fitting: readonly unknown[], keyword: string): ErrorObject[] {
  if (fitting.length < 2) return [];
  const fields = fitting.flatMap((branch) => (isObject(branch) ? (branch["required"] ?? []) : []));
  return [{ keyword, instancePath: "", schemaPath: "", params: { fields } }];
}

/** Of branches that all want another value in one place, or a field of theirs, what they want together; else the nearest's. */
function nearestOf(failures: readonly Errors[]): Errors {
  const [nearest = []] = [...failures].sort((one, other) => distance(one) - distance(other));
  const shared = nearest.find(
    (error) => valuesOf(error) !== undefined && failures.every((errors) => errors.some(wantsValueAt(error))),
  );
  if (shared !== undefined) {
    const allowedValues = failures.flatMap((errors) => valuesOf(errors.find(wantsValueAt(shared))) ?? []);
    return [{ ...shared, keyword: "enum", params: { allowedValues: [...new Set(allowedValues)] } }];
  }
  const [first] = nearest;
  if (first === undefined || !failures.every((errors) => errors.every(isMissingIn(first)))) return nearest;
  const fields = failures.map((errors) => errors.map(({ params }) => String(params["missingProperty"])));
  const missingProperty = [...new Set(fields.map((some) => some.join(" with ")))].join(" or ");
  return [{ ...first, params: { missingProperty } }];
}

/** A branch that is for another kind of value is farther away than any that fits badly. */
function distance(errors: Errors): number {
  return errors.reduce((sum, error) => sum + (weights[error.keyword] ?? 1), 0);
}

const weights: Readonly<Record<string, number>> = { const: 100, enum: 20, type: 5, required: 5 };

function valuesOf(error: ErrorObject | undefined): readonly unknown[] | undefined {
  if (error?.keyword === "const") return [error.params["allowedValue"]];
  return error?.keyword === "enum" ? (error.params["allowedValues"] as readonly unknown[]) : undefined;
}

function wantsValueAt({ instancePath }: ErrorObject): (error: ErrorObject) => boolean {
  return (error) => error.instancePath === instancePath && valuesOf(error) !== undefined;
}

function isMissingIn({ instancePath }: ErrorObject): (error: ErrorObject) => boolean {
  return (error) => error.keyword === "required" && error.instancePath === instancePath;
}
