import { conditionSchema, policySchema } from "../../model/policy/policy.ts";
import { caseSchema } from "./cases.ts";
import type { Grammar } from "./describe-problem.ts";

const { rules, caps } = policySchema.shape;
const tasks = "is not a task that changes anything";

export const policyGrammar: Grammar = {
  groups: [
    {
      at: /^rules\.\d+\.when$/,
      known: Object.keys(conditionSchema.shape),
      isNot: "is not something a rule can check",
    },
    {
      at: /^rules\.\d+$/,
      known: Object.keys(rules.unwrap().element.shape),
      isNot: "is not a part of a rule",
    },
    { at: /^caps\.\d+$/, known: Object.keys(caps.unwrap().element.shape), isNot: "is not a part of a cap" },
    { at: /^$/, known: Object.keys(policySchema.shape), isNot: "is not a part of a policy file" },
  ],
  lists: [
    { at: /^rules\.\d+\.then$/, isNot: "is not an outcome" },
    { at: /^rules\.\d+\.on\.\d+$/, isNot: tasks },
    { at: /^caps\.\d+\.per$/, isNot: "is not something that a cap can be set per" },
    { at: /^mode$/, isNot: "is not a mode" },
  ],
  wanted: [
    { at: /^$/, write: "write version: 1, a name, and rules or caps" },
    { at: /^version$/, write: "write version: 1" },
    { at: /^name$/, write: "write a name for what is in the file" },
    { at: /^rules$/, write: "write a list of rules, each beginning with - id:" },
    { at: /^caps$/, write: "write a list of caps, each beginning with - per:" },
    { at: /^rules\.\d+$/, write: "a rule is made of id, when and then" },
    {
      at: /^rules\.\d+\.id$/,
      write: "write small letters, digits and hyphens, for example ask-above-100k",
    },
    { at: /^rules\.\d+\.on$/, write: "write a list of tasks, for example [create_media_buy]" },
    {
      at: /^rules\.\d+\.when$/,
      write: 'write what to check, for example { amount: { over: "50,000 EUR" } }',
    },
    { at: /^caps\.\d+$/, write: "a cap is made of per and amount" },
    { at: /^caps\.\d+\.sellers/, write: "write a list of sellers, for example [seller.example]" },
  ],
};

export const casesGrammar: Grammar = {
  groups: [
    {
      at: /^\d+\.step$/,
      known: Object.keys(caseSchema.shape.step.shape),
      isNot: "is not something a rule can check",
    },
    { at: /^\d+$/, known: Object.keys(caseSchema.shape), isNot: "is not a part of a case" },
  ],
  lists: [
    { at: /^\d+\.step\.task$/, isNot: tasks },
    { at: /^\d+\.expect$/, isNot: "is not a verdict" },
  ],
  wanted: [
    { at: /^$/, write: "write a list of cases, each beginning with - name:" },
    { at: /^\d+$/, write: "a case is made of name, step and expect" },
    { at: /^\d+\.name$/, write: "write what the case shows" },
    {
      at: /^\d+\.step$/,
      write: 'write the facts, for example { task: create_media_buy, amount: "60,000 EUR" }',
    },
    { at: /^\d+\.by$/, write: "write the id of the rule that decides" },
  ],
};
