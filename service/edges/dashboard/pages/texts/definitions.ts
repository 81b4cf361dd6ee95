import { editorDefinitions } from "./editor.ts";
import { textListDefinitions } from "./list.ts";
import { manageDefinitions } from "./manage.ts";
import { newTextDefinitions } from "./new-text.ts";
import { previewDefinitions } from "./preview.ts";
import { versionDefinitions } from "./versions.ts";

/** The section "Meldungen". */
export const textDefinitions = [
  ...textListDefinitions,
  ...newTextDefinitions,
  ...editorDefinitions,
  ...previewDefinitions,
  ...versionDefinitions,
  ...manageDefinitions,
];
