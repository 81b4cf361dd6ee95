/** The published test vector of the signature; the SDK's documentation has the same, and its tests hold it. */
export const signingVector = {
  key: "svc_key_ExampleExampleExampleExampleExam03lX0S",
  timestamp: "1784715300",
  body: '{"eventId":"order-4711","pressReleaseId":7,"kind":"lead","value":49.9,"currency":"EUR","occurredAt":"2026-07-22T10:15:00Z"}',
  signature: "3737119297bb6e897eb2c13388ed16a72d4d47bcfd580d2799a19fe1d1a7e580",
} as const;

export const conversionExample: unknown = JSON.parse(signingVector.body);
export const conversionRecordedExample = { id: "019f892e-6af4-7d05-b2a8-3c4d5e6f7a80", duplicate: false };
export const conversionDuplicateExample = { ...conversionRecordedExample, duplicate: true };

/** The rules in the order of work, then real values to check one's own code with. */
export const signingRules = `Records what you measured elsewhere: a lead, an order, a booking.

**Signing.** Every request carries, besides the API key, a signature over exactly the bytes of its body:

1. Make the body once, as UTF-8, and keep those bytes.
2. \`X-Service-Timestamp\` is the Unix time in whole seconds, at most 300 s from the server's clock in either direction.
3. The message is the timestamp, a dot, and the body.
4. \`X-Service-Signature\` is HMAC-SHA-256 over the message, with the whole API key as secret, in 64 hex characters.
5. Send the same bytes. A body that was parsed and written again has another signature.

Check your code with these values; they belong to no agency:

\`\`\`text
key        ${signingVector.key}
timestamp  ${signingVector.timestamp}
body       ${signingVector.body}
signature  ${signingVector.signature}
\`\`\`

In a shell:

\`\`\`sh
printf '%s.%s' '${signingVector.timestamp}' '${signingVector.body}' \\
  | openssl dgst -sha256 -hmac '${signingVector.key}'
\`\`\`

**Once only.** \`eventId\` is yours, and names the event: the same one again stores nothing and answers 200 with \`duplicate: true\`, so a call may be repeated until it is answered.`;
