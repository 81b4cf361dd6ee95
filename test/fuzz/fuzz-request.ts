/**
 * One request as it is drawn and printed. Texts may hold placeholders, which are filled when it is sent, so that a printed
 * request can be sent again to another service: `{key}`, `{release}`, `{report}`, `{job}`, `{webhook}`, `{now}`,
 * `{hourAgo}`, `{timestamp}`, and `{signature}` for the right signature of the bytes sent.
 */
export type FuzzRequest = {
  method: string;
  path: string;
  headers: [name: string, value: string][];
  body: { text: string } | { base64: string } | null;
};
