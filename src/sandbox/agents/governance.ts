import { type Clock, isoTime } from "../../lib/clock.ts";
import { digest } from "../../lib/digest.ts";
import { type ExchangeTable, exchangeDown } from "../../lib/exchange.ts";
import { fromDecimal, type Money, money, toDecimal, totalMoney } from "../../lib/money.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import type { AgentDialect } from "../dialects/dialect.ts";
import { type Market, readAsk } from "../governance/ask.ts";
import { committed, type PlanRecord, planBook, remaining } from "../governance/plan-book.ts";
import { denied, type Ruling, rule } from "../governance/rules.ts";
import type { ApprovalTokens } from "../governance/tokens.ts";
import { Refusal } from "../refusal.ts";
import { tenantNumbers } from "../tenant-numbers.ts";
import { type Tool, tool } from "../tool.ts";

export type GovernanceCheck = RequestOf<"check_governance">;

export interface GovernanceOptions {
  readonly clock: Clock;
  readonly tokens: ApprovalTokens;
  readonly market: Market;
  readonly exchange: ExchangeTable;
  /** How the calls that are checked are spelled. */
  readonly dialect: AgentDialect;
  /** Test hook: what it returns replaces the rules' answer. */
  readonly decide?: (
    check: GovernanceCheck,
  ) => Partial<Ruling> | undefined | Promise<Partial<Ruling> | undefined>;
}

const validFor = 15 * 60_000;
/** Of an audit log, the latest: what one answer holds. */
const mostEntries = 1000;

/** Checks calls against plans. A check reserves nothing: only a reported outcome commits budget. */
export function governanceAgent({ clock, tokens, market, exchange, decide, dialect }: GovernanceOptions) {
  const book = planBook(clock);
  const checks = tenantNumbers();
  const outcomes = tenantNumbers();

  function ruleOn(
    request: GovernanceCheck,
    record: PlanRecord | undefined,
    principal: string,
  ): { ruling: Ruling; asked: Money } {
    const currency = record?.plan.budget.currency ?? exchange.base;
    const ask = readAsk(request.tool, request.payload, {
      market,
      principal,
      agentUrl: request.target_agent,
      currency,
      exchange,
      dialect,
    });
    const atIssue = totalMoney(ask?.amounts ?? [], currency, ({ added }) => added);
    const refused = (why: string) => ({ ruling: denied(why), asked: atIssue });
    if (record === undefined) return refused(`plan "${request.plan_id}" is not known`);
    if (ask === undefined) return refused(`the payload is not one of ${request.tool}`);
    const ruling = rule({
      plan: record.plan,
      ask,
      committed: {
        all: committed(record),
        seller: committed(record, { target_agent: request.target_agent }),
      },
      humanApproval: request.human_approval !== undefined,
      now: clock.now(),
    });
    return { ruling, asked: atIssue };
  }

  async function check(request: GovernanceCheck, principal: string): Promise<ResponseOf<"check_governance">> {
    const record = book.find(request.plan_id, principal);
    const { ruling: ruled, asked: atIssue } = ruleOn(request, record, principal);
    const ruling: Ruling = { ...ruled, ...(await decide?.(request)) };
    const check_id = `chk_${checks(principal)}`;
    const { plan_id, caller, tool: asks, payload, target_agent } = request;
    const expiresAt = clock.now() + validFor;
    record?.checks.set(check_id, { check_id, target_agent, asked: atIssue });
    if (record !== undefined)
      book.log(record, {
        actor: caller,
        action: `check:${ruling.verdict}`,
        reason: ruling.explanation,
        conditions: ruling.conditions,
        details: {
          check_id,
          tool: asks,
          target_agent,
          amount: toDecimal(atIssue),
          human: request.human_approval?.approver,
        },
      });
    const approved = { plan_id, check_id, caller, tool: asks, payload, target_agent, expiresAt };
    return {
      check_id,
      verdict: ruling.verdict,
      explanation: ruling.explanation,
      findings: ruling.verdict === "approved" ? [] : [{ severity: "must", explanation: ruling.explanation }],
      ...(ruling.verdict === "conditions" && {
        conditions: (ruling.conditions ?? []).map((one) => ({
          ...one,
          field: dialect.fieldSent(asks, one.field),
        })),
      }),
      expires_at: isoTime(expiresAt),
      ...(ruling.verdict === "approved" && { governance_context: await tokens.issue(approved) }),
    };
  }

  function known(plan_id: string, principal: string): PlanRecord {
    const record = book.find(plan_id, principal);
    if (record === undefined)
      throw new Refusal("PLAN_NOT_FOUND", `plan "${plan_id}" is not known`, "plan_id");
    return record;
  }

  function report(
    request: RequestOf<"report_plan_outcome">,
    principal: string,
  ): ResponseOf<"report_plan_outcome"> {
    const record = known(request.plan_id, principal);
    const checked = record.checks.get(request.check_id);
    if (checked === undefined)
      throw new Refusal("REFERENCE_NOT_FOUND", `no check "${request.check_id}" on this plan`, "check_id");
    const { currency, total } = record.plan.budget;
    const { committed_budget, currency: reported = currency } = request.seller_response ?? {};
    const amount =
      committed_budget === undefined
        ? checked.asked
        : (exchangeDown(fromDecimal(committed_budget, reported), currency, exchange) ??
          fromDecimal(committed_budget, currency));
    record.commitments.set(request.check_id, request.outcome === "completed" ? amount : money(0, currency));
    const { outcome, seller_response, error } = request;
    const outcomeDigest = digest({
      outcome,
      ...(seller_response && { seller_response }),
      ...(error && { error }),
    });
    const before = record.outcomes.get(request.check_id);
    const isKnown = before?.digest === outcomeDigest;
    const outcome_id = isKnown ? before.outcome_id : `out_${outcomes(principal)}`;
    record.outcomes.set(request.check_id, { digest: outcomeDigest, outcome_id });
    if (!isKnown)
      book.log(record, {
        actor: principal,
        action: `outcome:${request.outcome}`,
        ...(request.error && { reason: request.error.message }),
        details: { check_id: request.check_id, ...request.seller_response },
      });
    return {
      outcome_id,
      outcome_state: "accepted",
      plan_summary: {
        total_committed: toDecimal(committed(record)),
        budget_remaining: toDecimal(remaining(record, fromDecimal(total, currency))),
        currency,
      },
    };
  }

  /** What a seller that asks for itself is answered: why not, undefined where it may. An order names no plan: its brand's is meant. */
  async function consult(
    atIssue: Omit<GovernanceCheck, "plan_id">,
    { brand, principal }: { readonly brand: string | undefined; readonly principal: string },
  ): Promise<string | undefined> {
    const plan_id = book.latestOf(brand, principal)?.plan.plan_id;
    if (plan_id === undefined) return `it knows no plan of ${brand ?? "this account"}`;
    const { verdict, explanation = verdict } = await check({ ...atIssue, plan_id }, principal);
    // The plan's threshold is for changes of budgets; that its people are asked about an order is between buyer and agent.
    const isOrder = verdict === "escalated" && atIssue.tool === tasks.create_media_buy.name;
    return verdict === "approved" || isOrder ? undefined : explanation;
  }

  const tools: Tool[] = [
    tool(
      tasks.sync_plans,
      ({ plans }, { principal }): ResponseOf<"sync_plans"> => ({
        plans: plans.map((plan) => {
          const record = book.put(plan, principal);
          book.log(record, { actor: principal, action: "sync", details: { version: record.version } });
          return { plan_id: plan.plan_id, status: "active", version: record.version };
        }),
      }),
    ),
    tool(tasks.check_governance, (request, { principal }) => check(request, principal)),
    tool(tasks.report_plan_outcome, (request, { principal }) => report(request, principal)),
    tool(tasks.get_plan_audit_logs, ({ plan_id, limit = mostEntries }, { principal }) => ({
      entries: (plan_id === undefined ? book.all(principal) : [known(plan_id, principal)])
        .flatMap(({ entries }) => entries)
        .sort((a, b) => a.timestamp.localeCompare(b.timestamp))
        .slice(-limit)
        .map(({ conditions, ...one }) => ({ ...one, conditions: conditions?.map((each) => ({ ...each })) })),
    })),
  ];
  return { tools, consult };
}
