import { join } from "node:path";
import type { ProgramFiles } from "../../../service/program/platform.ts";

/** The program's files where packages are installed, in `project`/node_modules. */
export function packageFiles(
  project: string,
  threads: Pick<
    ProgramFiles,
    | "renderWorker"
    | "feedWorker"
    | "pageWorker"
    | "textWorker"
    | "docxWorker"
    | "moveWorker"
    | "publicWorker"
    | "pictureWorker"
  >,
): ProgramFiles {
  const packages = join(project, "node_modules");
  const fonts = join(packages, "@expo-google-fonts/source-sans-3");
  return {
    reportFonts: {
      regular: join(fonts, "400Regular/SourceSans3_400Regular.ttf"),
      semibold: join(fonts, "600SemiBold/SourceSans3_600SemiBold.ttf"),
    },
    swaggerUi: {
      css: join(packages, "swagger-ui-dist/swagger-ui.css"),
      script: join(packages, "swagger-ui-dist/swagger-ui-bundle.js"),
    },
    webauthnScript: join(packages, "@simplewebauthn/browser/dist/bundle/index.umd.min.js"),
    ...threads,
  };
}
