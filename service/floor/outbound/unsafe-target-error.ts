/** Why a target is refused. It goes to the log; whoever registered the target learns only that it was refused. */
export type UnsafeTargetReason =
  | "private_address"
  | "not_resolvable"
  | "not_https"
  | "credentials_in_url"
  | "port"
  | "invalid_url"
  | "too_long";

/**
 * A target that the service does not connect to.
 * The message says what was wrong and holds no part of the URL, which may carry a secret in its path.
 */
export class UnsafeTargetError extends Error {
  readonly reason: UnsafeTargetReason;
  /** True for a fault of the name system, which is worth another try later; every other refusal is final. */
  readonly isTemporary: boolean;

  constructor(reason: UnsafeTargetReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "UnsafeTargetError";
    this.reason = reason;
    this.isTemporary = reason === "not_resolvable";
  }
}
