import type { Definition } from "./definition.ts";
import { accountDefinitions } from "./pages/account.ts";
import { clippingDefinitions } from "./pages/clippings/definitions.ts";
import { confirmDefinitions } from "./pages/confirm-sign-in.ts";
import { notFoundDefinitions } from "./pages/not-found.ts";
import { passkeyDefinitions } from "./pages/passkeys.ts";
import { settingsDefinitions } from "./pages/settings/overview.ts";
import { partnerDefinitions } from "./pages/settings/partners.ts";
import { protocolDefinitions } from "./pages/settings/protocol.ts";
import { refusalDefinitions } from "./pages/settings/refusals.ts";
import { teamDefinitions } from "./pages/settings/team.ts";
import { todayDefinitions } from "./pages/today.ts";
import type { Script } from "./script.ts";

/** All pages and forms behind the sign-in. `webauthn` is the library's script for passkeys. */
export const createDefinitions = (webauthn: Script): readonly Definition[] => [
  ...accountDefinitions,
  ...clippingDefinitions,
  ...confirmDefinitions(webauthn),
  ...notFoundDefinitions,
  ...partnerDefinitions,
  ...passkeyDefinitions(webauthn),
  ...protocolDefinitions,
  ...refusalDefinitions,
  ...settingsDefinitions,
  ...teamDefinitions,
  ...todayDefinitions,
];
