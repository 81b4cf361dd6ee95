import type { Definition } from "./definition.ts";
import { accountDefinitions } from "./pages/account.ts";
import { agentConsentDefinitions } from "./pages/agent-consent.ts";
import { clientDefinitions } from "./pages/clients/definitions.ts";
import { clippingDefinitions } from "./pages/clippings/definitions.ts";
import { confirmDefinitions } from "./pages/confirm-sign-in.ts";
import { distributionDefinitions } from "./pages/distribution/definitions.ts";
import { figuresDefinitions } from "./pages/figures/definitions.ts";
import { mailingDefinitions } from "./pages/mailings/definitions.ts";
import { notFoundDefinitions } from "./pages/not-found.ts";
import { passkeyDefinitions } from "./pages/passkeys.ts";
import { publicationDefinitions } from "./pages/publication/definitions.ts";
import { reportDefinitions } from "./pages/reports/definitions.ts";
import { searchDefinitions } from "./pages/search/search.ts";
import { agencyDefinitions } from "./pages/settings/agency.ts";
import { agentDefinitions } from "./pages/settings/agents.ts";
import { creditDefinitions } from "./pages/settings/credits.ts";
import { dataDefinitions } from "./pages/settings/data.ts";
import { keyDefinitions } from "./pages/settings/keys.ts";
import { settingsDefinitions } from "./pages/settings/overview.ts";
import { partnerDefinitions } from "./pages/settings/partners.ts";
import { protocolDefinitions } from "./pages/settings/protocol.ts";
import { refusalDefinitions } from "./pages/settings/refusals.ts";
import { teamDefinitions } from "./pages/settings/team.ts";
import { webhookDefinitions } from "./pages/settings/webhooks/definitions.ts";
import { textDefinitions } from "./pages/texts/definitions.ts";
import { todayDefinitions } from "./pages/today/today.ts";
import type { Script } from "./script.ts";

/** All pages and forms behind the sign-in. `webauthn` is the library's script for passkeys. */
export const createDefinitions = (webauthn: Script): readonly Definition[] => [
  ...accountDefinitions,
  ...clippingDefinitions,
  ...agencyDefinitions,
  ...agentConsentDefinitions,
  ...agentDefinitions,
  ...creditDefinitions,
  ...dataDefinitions(),
  ...keyDefinitions,
  ...clientDefinitions,
  ...confirmDefinitions(webauthn),
  ...distributionDefinitions,
  ...figuresDefinitions,
  ...mailingDefinitions,
  ...notFoundDefinitions,
  ...partnerDefinitions,
  ...passkeyDefinitions(webauthn),
  ...protocolDefinitions,
  ...refusalDefinitions,
  ...publicationDefinitions,
  ...searchDefinitions,
  ...reportDefinitions,
  ...settingsDefinitions,
  ...teamDefinitions,
  ...textDefinitions,
  ...todayDefinitions,
  ...webhookDefinitions,
];
