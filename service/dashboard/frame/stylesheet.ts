import { styles } from "../../web/styles.ts";
import { assetPath } from "../script.ts";
import { publicationStyles } from "./publication-styles.ts";
import { dashboardStyles } from "./styles.ts";

/** The newsroom's style and what the dashboard has beside it, as one file. */
export const stylesheet = styles + dashboardStyles + publicationStyles;
export const stylesheetPath = assetPath("app", stylesheet, "css");
