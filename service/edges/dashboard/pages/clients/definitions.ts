import type { Definition } from "../../definition.ts";
import { clientContactDefinitions } from "./contacts.ts";
import { domainDefinitions } from "./domains.ts";
import { goalFormDefinitions } from "./goal-forms.ts";
import { goalPageDefinitions } from "./goals.ts";
import { clientListDefinitions } from "./list.ts";
import { mediaAssetDefinitions } from "./media-asset.ts";
import { mediaLibraryDefinitions } from "./media-library.ts";
import { mediaReplaceDefinition } from "./media-replace.ts";
import { mediaUploadDefinitions } from "./media-uploads.ts";
import { movingDefinitions } from "./moving.ts";
import { newsroomDefinitions } from "./newsroom.ts";
import { newsroomPreviewDefinitions } from "./newsroom-preview.ts";
import { clientOverviewDefinitions } from "./overview.ts";
import { personaDefinitions } from "./persona.ts";
import { reportTemplateDefinitions } from "./report-template.ts";
import { senderDefinitions } from "./sender.ts";
import { subscriberDefinitions } from "./subscribers.ts";
import { textPictureDefinition } from "./text-pictures.ts";

/** The section Kunden. */
export const clientDefinitions: readonly Definition[] = [
  ...clientListDefinitions,
  ...clientOverviewDefinitions,
  ...clientContactDefinitions,
  ...domainDefinitions,
  ...goalFormDefinitions,
  ...goalPageDefinitions,
  ...mediaAssetDefinitions,
  ...mediaLibraryDefinitions,
  mediaReplaceDefinition,
  textPictureDefinition,
  ...mediaUploadDefinitions,
  ...movingDefinitions,
  ...newsroomDefinitions,
  ...newsroomPreviewDefinitions,
  ...personaDefinitions,
  ...reportTemplateDefinitions,
  ...senderDefinitions,
  ...subscriberDefinitions,
];
