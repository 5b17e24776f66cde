/**
 * The rooms of `src` and their doors: the files of a room that others may import. Whoever needs another one makes it a door here,
 * or moves what is asked for to where it belongs. `lib` is the floor and open everywhere; entries of package.json lie beside the rooms.
 */
module.exports = {
  "brief": [
    "brief",
    "grammar/amounts",
    "kpi"
  ],
  "brief/file": [
    "amount",
    "at-path",
    "brief-of-file",
    "brief-schema",
    "codec",
    "countries",
    "describe-issue",
    "problem"
  ],
  "brief/reader": [
    "answer-brief",
    "brief-file",
    "draft",
    "read-brief",
    "write-brief"
  ],
  "campaign/admin": [
    "admin-task",
    "files/accounts-file",
    "files/audiences-file",
    "files/catalogs-file",
    "files/data-file",
    "files/events-file",
    "files/identity",
    "item-results"
  ],
  "campaign/approvals": [
    "amount-at-stake",
    "approve",
    "approve-plan",
    "approved-again",
    "approver-file",
    "check-approvals",
    "inbox",
    "name-approvers",
    "passkey",
    "plan-inbox",
    "refuse-overdue"
  ],
  "campaign/audit": [
    "ahead",
    "booked",
    "books",
    "bundle",
    "compare-books",
    "replay",
    "scan-for-orphans",
    "state-of-bundle"
  ],
  "campaign/buys": [
    "agreed-price",
    "beyond-limits",
    "decide-change",
    "find-line",
    "live-buys",
    "may-cost",
    "ordered-lines",
    "planned-by"
  ],
  "campaign/buys/books": [
    "booked-amount",
    "buy-books",
    "difference-words",
    "differences",
    "match-packages",
    "read-buy",
    "read-under-account",
    "still-bound"
  ],
  "campaign/change": [
    "change-buy",
    "check-buys",
    "creatives-file",
    "fit-creatives",
    "list-buys",
    "withdraw"
  ],
  "campaign/discover": [
    "discover",
    "find-agent",
    "publishers"
  ],
  "campaign/execute": [
    "check-order",
    "execute-ports",
    "look-up",
    "match-order",
    "match-price",
    "outbox",
    "perform",
    "preview-built",
    "settle-signals",
    "stopped"
  ],
  "campaign/feasibility": [
    "assess-feasibility",
    "contacts-per-person"
  ],
  "campaign/govern": [
    "apply-conditions",
    "ask-agent",
    "costs-nothing",
    "govern",
    "govern-ports",
    "in-passing",
    "local-verdict",
    "only-pauses"
  ],
  "campaign/govern/files": [
    "cases-file",
    "desk-rules",
    "placed-problems",
    "policy-file"
  ],
  "campaign/govern/policies": [
    "cases",
    "claims",
    "describe-problem",
    "evaluate",
    "explain",
    "facts",
    "grammars",
    "planned-order"
  ],
  "campaign/learn": [
    "feedback-steps",
    "grant-make-good",
    "learn-from-delivery",
    "note-track-records",
    "performance-index/assess-index",
    "performance-index/measure-of",
    "performance-index/restated-since",
    "track-record/records-of",
    "under-delivery/outstanding"
  ],
  "campaign/measure": [
    "measure-delivery",
    "outcome",
    "outcomes-of",
    "pacing/package-pacing",
    "place-results",
    "results/event-steps",
    "results/results-file",
    "take-results"
  ],
  "campaign/model/decisions": [
    "approvers",
    "preflight-finding",
    "stop-order",
    "verdict"
  ],
  "campaign/model/derived": [
    "bought",
    "left-paused",
    "locks",
    "moves",
    "sandbox-mark",
    "seller-at"
  ],
  "campaign/model/former": [],
  "campaign/model/learned": [
    "feedback",
    "orphan",
    "reallocation",
    "track-record",
    "under-delivery"
  ],
  "campaign/model/measured": [
    "delivery",
    "figures",
    "keep-delivery",
    "keep-results",
    "result"
  ],
  "campaign/model/offers": [
    "flights",
    "mismatch",
    "offer",
    "plan",
    "plan-terms",
    "ranking",
    "reporting",
    "sent-curve",
    "signal"
  ],
  "campaign/model/people": [
    "group-in-words",
    "targeting",
    "universe"
  ],
  "campaign/model/policy": [
    "comparison",
    "policy",
    "written"
  ],
  "campaign/model/sellers": [
    "authorisation",
    "formats",
    "named-sellers",
    "seller"
  ],
  "campaign/model/state": [
    "clearance",
    "events",
    "former-events",
    "journal",
    "market-round",
    "not-placed",
    "other-campaigns",
    "ports",
    "reducer",
    "state"
  ],
  "campaign/model/step": [
    "buy-change",
    "buy-identity",
    "receipt",
    "requested-by-model",
    "sending",
    "step",
    "step-status"
  ],
  "campaign/notices": [
    "inbox",
    "register"
  ],
  "campaign/plan": [
    "allocate",
    "allocator",
    "broken-limits",
    "groups",
    "make-plan",
    "outlook",
    "plan-request",
    "problem",
    "response",
    "scenario-change",
    "scenarios",
    "split-anew"
  ],
  "campaign/plan/creatives": [
    "check-assets",
    "coverage",
    "on-hand"
  ],
  "campaign/plan/signals": [
    "choose",
    "wanted-signals"
  ],
  "campaign/preflight": [
    "check-before-buying",
    "checks/ledger",
    "earlier"
  ],
  "campaign/quote": [
    "quote",
    "quote-signals"
  ],
  "campaign/rank": [
    "benchmarks",
    "counterfactual",
    "criterion",
    "rank",
    "sensitivity",
    "weights"
  ],
  "campaign/reading": [
    "read-offers"
  ],
  "campaign/reallocate": [
    "money-alerts",
    "observed-gain",
    "reallocate",
    "revert"
  ],
  "campaign/run": [
    "advance",
    "begin-campaign",
    "change-brief",
    "end-campaign",
    "next-poll",
    "other-campaigns",
    "turn",
    "waiting"
  ],
  "campaign/steps": [
    "buy-steps",
    "frozen",
    "hold-steps",
    "outcome-steps",
    "step-context",
    "steps"
  ],
  "campaign/stop": [
    "not-stopped",
    "objections",
    "pause-buys",
    "release",
    "stop",
    "stop-orders"
  ],
  "campaign/targeting": [
    "asks-in-words",
    "compare-targeting",
    "constraints",
    "terms"
  ],
  "chat": [
    "chat",
    "kept-conversations",
    "planning-agent"
  ],
  "cli": [],
  "console": [
    "company-login",
    "console",
    "live",
    "sessions",
    "shell",
    "works"
  ],
  "desk": [
    "at-sandbox",
    "caller",
    "campaigns",
    "daily-desk",
    "desk",
    "known-sellers",
    "open-desk",
    "operations",
    "reads/changes",
    "shapes",
    "usage-error",
    "whatif-changes"
  ],
  "desk/doctor": [
    "dialect-words",
    "examine",
    "finding",
    "output"
  ],
  "desk/files": [
    "credentials",
    "document-text",
    "exchange",
    "field-path",
    "policies",
    "read-text",
    "report-files",
    "usual-file",
    "writing"
  ],
  "desk/intake": [
    "intake"
  ],
  "desk/outputs": [
    "admin-task-output",
    "buy-change-output",
    "campaign-output",
    "decision-commands",
    "drafted-brief",
    "not-placed",
    "ordered-packages",
    "planned-calls",
    "reallocations-output",
    "stop-output",
    "task-calls"
  ],
  "ledger": [
    "chain",
    "claims",
    "ledger",
    "migrate",
    "move",
    "nonce-file",
    "open-ledger",
    "postgres-pool",
    "postgres-workers",
    "sqlite"
  ],
  "library": [
    "desk",
    "open-inside",
    "subscribe"
  ],
  "llm": [
    "create-model",
    "meter",
    "model",
    "prose",
    "questions/explain-plan",
    "questions/label-spans",
    "questions/pick-facts",
    "questions/read-product",
    "tools"
  ],
  "match": [
    "identity",
    "serve",
    "settings",
    "stored-tokens"
  ],
  "mcp": [
    "bearer",
    "http",
    "server"
  ],
  "notify": [
    "box",
    "channels",
    "link",
    "notifier",
    "settings"
  ],
  "protocol/addresses": [
    "address-rule",
    "guarded-fetch",
    "lean-fetch",
    "operator",
    "resolve",
    "safe-fetch"
  ],
  "protocol/client": [
    "call-permit",
    "calls",
    "client",
    "credential-scan",
    "issue-permit",
    "mutate",
    "retry"
  ],
  "protocol/credentials": [
    "book",
    "edit-file",
    "entry",
    "file",
    "place"
  ],
  "protocol/dialects": [
    "adcp/adcp",
    "adcp/codec",
    "adcp/codecs",
    "adcp/page",
    "adcp/tasks/get_capabilities",
    "book",
    "dialect",
    "negotiate",
    "older-shapes",
    "pin-file",
    "shared-pins",
    "svc"
  ],
  "protocol/keys": [
    "algorithms",
    "key-directory",
    "pinned-keys",
    "reason-codes",
    "target-uri"
  ],
  "protocol/messages": [
    "clean-answer",
    "credentials",
    "error-codes",
    "errors",
    "extract",
    "read-error",
    "transport"
  ],
  "protocol/oauth": [
    "guarded-oauth-fetch",
    "log-in",
    "log-out",
    "logged-in-fetch",
    "login",
    "login-book",
    "logins",
    "publishers-issuers"
  ],
  "protocol/records": [
    "account",
    "amount",
    "asset-rules",
    "creative",
    "match-package",
    "media-buy",
    "product",
    "read-products",
    "signal",
    "states"
  ],
  "protocol/registry": [
    "registry",
    "registry-entry"
  ],
  "protocol/signing": [
    "ambiguous-body",
    "key-ring",
    "match-request",
    "nonces",
    "profile",
    "sign",
    "sign-request",
    "signing-key",
    "signing-policy",
    "verify-signature"
  ],
  "protocol/tasks": [
    "build_creative",
    "check_governance",
    "index",
    "names",
    "sync_accounts",
    "sync_creatives",
    "sync_governance",
    "task"
  ],
  "protocol/tokens": [
    "approval-token",
    "opaque-token"
  ],
  "protocol/transports": [
    "choose",
    "signed"
  ],
  "protocol/webhooks": [
    "allowance",
    "envelope",
    "operation-url",
    "receiver",
    "scheme"
  ],
  "protocol/well-known": [
    "adagents",
    "authorized-operators",
    "brand-file"
  ],
  "report": [
    "contents",
    "report",
    "sections/constraints",
    "sections/feasibility",
    "sections/money-summary",
    "sections/offers",
    "sections/sellers",
    "sections/sheets/plan-sheet",
    "sections/sheets/summary-sheet",
    "sections/steps",
    "sections/under-delivery",
    "structured"
  ],
  "report/account": [
    "buys",
    "claim",
    "reconcile",
    "statement",
    "statement-markdown",
    "statement-schema",
    "statement-sheets"
  ],
  "report/blocks": [
    "cell",
    "document",
    "format",
    "html-template",
    "markdown-text",
    "schema",
    "sheet",
    "table",
    "terminal-text",
    "totals"
  ],
  "report/charts": [
    "allocation",
    "chart",
    "delivery-days",
    "draw",
    "price-scale",
    "response-curves",
    "score-parts"
  ],
  "report/documents": [
    "creative-specs",
    "insertion-orders"
  ],
  "report/questions": [
    "answer-question",
    "explain-plan",
    "facts"
  ],
  "report/renderers": [
    "csv",
    "html",
    "html-blocks",
    "html-script",
    "html-style",
    "markdown",
    "page",
    "sheets",
    "terminal",
    "xlsx"
  ],
  "sandbox": [
    "answer",
    "authenticators",
    "certificates",
    "faults-file",
    "match-router",
    "payload",
    "record-call",
    "sandbox",
    "served-tasks"
  ],
  "sandbox/governance": [
    "ask",
    "plan-book",
    "rules",
    "tokens"
  ],
  "sandbox/inventory": [
    "formats",
    "listing",
    "read-inventory",
    "sellers",
    "signals"
  ],
  "sandbox/oauth": [
    "authorization-server",
    "resource"
  ],
  "sandbox/webhooks": [
    "agent-keys",
    "post-office"
  ],
  "server": [
    "figures",
    "hosts",
    "log",
    "metrics",
    "results",
    "scheduler",
    "serve"
  ],
  "tools": [
    "refining",
    "tools"
  ]
};
