import { styles } from "../../web/styles.ts";
import { assetPath } from "../script.ts";
import { logFilterStyles } from "./log-filter-styles.ts";
import { dashboardStyles } from "./styles.ts";

/** The newsroom's style and what the dashboard has beside it, as one file. */
export const stylesheet = styles + dashboardStyles + logFilterStyles;
export const stylesheetPath = assetPath("app", stylesheet, "css");
