import type { Config } from "../../config.ts";
import { type Check, unwell, well } from "./check.ts";

/** Links in mails, exports and webhooks are opened on other machines, where the address that we listen on leads nowhere. */
export function checkPublicUrl({
  publicUrl,
  isProduction,
}: Pick<Config, "publicUrl" | "isProduction">): Check {
  const name = "public_url";
  if (publicUrl !== null) return well(name, `Links begin with ${publicUrl}.`);
  return isProduction
    ? unwell(
        name,
        "PUBLIC_URL is missing: links name the address that the service listens on. Set PUBLIC_URL.",
      )
    : well(name, "Not set: links name the address that the service listens on.");
}
