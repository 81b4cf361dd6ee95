/** What the client calls itself, so that an operator can tell who still uses an old one. A test compares it with the package. */
export const sdkName = "pr-service-sdk/0.3.0";
