import { styles } from "../../web/styles.ts";
import { assetPath } from "../script.ts";
import { clientStyles } from "./client-styles.ts";
import { figuresStyles } from "./figures-styles.ts";
import { filterStyles } from "./filter-styles.ts";
import { publicationStyles } from "./publication-styles.ts";
import { settingsStyles } from "./settings-styles.ts";
import { dashboardStyles } from "./styles.ts";
import { textStyles } from "./text-styles.ts";

/** The newsroom's style and what the dashboard has beside it, as one file. */
const parts = [
  styles,
  dashboardStyles,
  clientStyles,
  figuresStyles,
  filterStyles,
  publicationStyles,
  textStyles,
  settingsStyles,
];
export const stylesheet = parts.join("");
export const stylesheetPath = assetPath("app", stylesheet, "css");
