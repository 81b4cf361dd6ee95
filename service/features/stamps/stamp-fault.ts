/** Why a token or an answer is no proof, or why none came. */
export type StampFaultCode =
  | "unreachable"
  | "refused"
  | "unreadable"
  | "other_hash"
  | "other_request"
  | "wrong_policy"
  | "wrong_time"
  | "wrong_key_usage"
  | "unknown_authority"
  | "certificate_expired"
  | "signature_wrong";

export class StampFault extends Error {
  readonly code: StampFaultCode;

  constructor(code: StampFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StampFault";
    this.code = code;
  }
}
