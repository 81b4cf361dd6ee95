import fontRegular from "@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf" with {
  type: "file",
};
import fontSemibold from "@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf" with {
  type: "file",
};
import swaggerCss from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import swaggerScript from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import webauthnScript from "../../node_modules/@simplewebauthn/browser/dist/bundle/index.umd.min.js" with {
  type: "file",
};
import { threadUrl } from "../floor/concurrency/thread-url.ts";
import type { ProgramFiles } from "./platform.ts";

/** The program's files as Bun knows them: in node_modules, and inside the compiled binary. */
export const programFiles: ProgramFiles = {
  reportFonts: { regular: fontRegular, semibold: fontSemibold },
  swaggerUi: { css: swaggerCss, script: swaggerScript },
  webauthnScript,
  renderWorker: threadUrl("features/reporting/exports/render-worker"),
  feedWorker: threadUrl("features/insights/providers/feed-worker"),
  pageWorker: threadUrl("features/insights/pages/page-worker"),
  moveWorker: threadUrl("features/moving/reading/move-worker"),
  docxWorker: threadUrl("press-text/docx/docx-worker"),
  textWorker: threadUrl("press-text/markdown/text-worker"),
  publicWorker: threadUrl("edges/public-tools/public-worker"),
  pictureWorker: threadUrl("program/pictures/picture-worker"),
};
