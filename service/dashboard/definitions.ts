import type { Definition } from "./definition.ts";
import { accountDefinitions } from "./pages/account.ts";
import { confirmDefinitions } from "./pages/confirm-sign-in.ts";
import { notFoundDefinitions } from "./pages/not-found.ts";
import { settingsDefinitions } from "./pages/settings/overview.ts";
import { protocolDefinitions } from "./pages/settings/protocol.ts";
import { teamDefinitions } from "./pages/settings/team.ts";
import { todayDefinitions } from "./pages/today.ts";

/** All pages and forms behind the sign-in. */
export const definitions: readonly Definition[] = [
  ...accountDefinitions,
  ...confirmDefinitions,
  ...notFoundDefinitions,
  ...protocolDefinitions,
  ...settingsDefinitions,
  ...teamDefinitions,
  ...todayDefinitions,
];
