/** What a password costs in tests. */
import { passwordCost } from "../../service/floor/secrets/password.ts";

/** What it costs the service. */
export const costOfService = { ...passwordCost };

/** Some two hundred are made and tried in a run of all tests, a fifth of a second of a core for each. */
export function lowerPasswordCost(): void {
  Object.assign(passwordCost, { N: 2 ** 10, p: 1 });
}
