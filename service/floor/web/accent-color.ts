import { boundedCache } from "../limits/bounded-cache.ts";

/** The colours that links and buttons stand on, page and card, as the style sheet has them. */
export const lightBackgrounds = ["#fcfbf8", "#f4f2ec"] as const;
export const darkBackgrounds = ["#121416", "#1b1e21"] as const;
/** WCAG 2.2 AA for text of usual size (success criterion 1.4.3). */
export const contrastMin = 4.5;
/** Shares of white or black that are mixed in, until there is contrast enough; the last is pure white or black. */
const mixSteps = 100;
/** Newsrooms with a colour of their own whose style is kept in memory: 200 bytes each. */
const stylesMax = 1_000;

export type AccentColors = { light: string; dark: string };

/** True for `#` and six hexadecimal digits in lower case. */
export function isHexColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** The colour nearest to the chosen one that can be read on light pages, and the one for dark pages. */
export function accentColors(chosen: string): AccentColors {
  return {
    light: readable(chosen, { backgrounds: lightBackgrounds, towards: 0 }),
    dark: readable(chosen, { backgrounds: darkBackgrounds, towards: 255 }),
  };
}

/** The style that gives a page its newsroom's colour; print stays black. */
export const accentStyle = boundedCache(stylesMax, (chosen): string => {
  const { light, dark } = accentColors(chosen);
  return `@media screen{:root{--accent:${light};--mark:${light}}}@media screen and (prefers-color-scheme:dark){:root{--accent:${dark};--mark:${dark}}}`;
});

/** Contrast of two colours, 1 to 21. Source: WCAG 2.2, "contrast ratio". */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function readable(chosen: string, to: { backgrounds: readonly string[]; towards: 0 | 255 }): string {
  for (let step = 0; step < mixSteps; step += 1) {
    const mixed = mix(chosen, to.towards, step / mixSteps);
    if (to.backgrounds.every((background) => contrastOf(mixed, background) >= contrastMin)) return mixed;
  }
  return mix(chosen, to.towards, 1);
}

function mix(color: string, towards: number, share: number): string {
  const mixed = channelsOf(color).map((channel) => Math.round(channel + (towards - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
