import type { Script } from "../script.ts";
import { richTextSource } from "./bundle.ts";

/** The text editor: on its pages only, as one file that browsers keep until it changes. */
export const richTextScript: Script = { name: "rich-text", source: richTextSource };
