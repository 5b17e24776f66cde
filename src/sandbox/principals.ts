/** The test deployment's shared token. It is public: it opens nothing but the sandbox. */
export const sandboxToken = "sandbox-public-test-token";
/** Who calls with it. */
export const sandboxPrincipal = "sandbox-buyer";
