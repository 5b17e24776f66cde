/** The test deployment's shared token. It is public: it opens nothing but the sandbox. */
export const sandboxToken = "sandbox-public-test-token";
/** Who calls with it. */
export const sandboxPrincipal = "sandbox-buyer";

/** The same for callers who are no test callers: what public suites present where a seller must refuse to be controlled. */
export const liveToken = "demo-acme-outdoor-live-v1";
export const livePrincipal = "live-buyer";
