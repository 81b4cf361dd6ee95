import { styles } from "../../web/styles.ts";
import { assetPath } from "../script.ts";
import { settingsStyles } from "./settings-styles.ts";
import { dashboardStyles } from "./styles.ts";

/** The newsroom's style and what the dashboard has beside it, as one file. */
export const stylesheet = styles + dashboardStyles + settingsStyles;
export const stylesheetPath = assetPath("app", stylesheet, "css");
