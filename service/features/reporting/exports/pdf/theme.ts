/** Sizes in points (1/72 inch) and colours of the report; A4 as ISO 216 has it. */
export const pageSize = { width: 595.28, height: 841.89 } as const;

/** 20 mm at the sides; the footer and running head stand in the outer part of the top and bottom margins. */
export const margin = { left: 56.7, right: 56.7, top: 68, bottom: 70 } as const;

export const contentWidth = pageSize.width - margin.left - margin.right;

/** Top of the text area of every page, and its lowest line. */
export const contentTop = pageSize.height - margin.top;
export const contentBottom = margin.bottom;

/** The two colours that an agency can set, as operands; what stands here is taken where it has set none. */
export type Palette = { accent: string; second: string };
export const paletteDefault: Palette = { accent: "0.055 0.302 0.361", second: "0.776 0.525 0.227" };

/** RGB operands of `rg` and `RG`: greys, two quiet signal colours, and the names of the agency's two colours. */
export const colours = {
  ink: "0.106 0.141 0.188",
  muted: "0.365 0.412 0.463",
  accent: "accent",
  second: "second",
  rule: "0.827 0.851 0.875",
  strongRule: "0.106 0.141 0.188",
  track: "0.929 0.941 0.953",
  panel: "0.957 0.965 0.973",
  rise: "0.063 0.400 0.251",
  fall: "0.604 0.224 0.161",
  white: "1 1 1",
} as const;

/** Neighbouring parts of a stacked bar, dark to light, told apart in grey print as well. */
export const partColours = [
  "accent",
  "second",
  "0.463 0.604 0.655",
  "0.541 0.227 0.255",
  "0.624 0.690 0.529",
  "0.714 0.757 0.792",
  "0.333 0.376 0.467",
  "0.867 0.773 0.620",
  "0.451 0.490 0.412",
  "0.831 0.855 0.878",
  "0.608 0.608 0.608",
] as const;

export type TextStyle = {
  face: "regular" | "semibold";
  size: number;
  leading: number;
  colour: string;
};

export const styles = {
  kicker: { face: "semibold", size: 9, leading: 12, colour: colours.accent },
  part: { face: "semibold", size: 17, leading: 22, colour: colours.ink },
  section: { face: "semibold", size: 12, leading: 16, colour: colours.ink },
  lead: { face: "regular", size: 11, leading: 15, colour: colours.ink },
  body: { face: "regular", size: 9, leading: 12.6, colour: colours.ink },
  bodyStrong: { face: "semibold", size: 9, leading: 12.6, colour: colours.ink },
  note: { face: "regular", size: 8, leading: 11, colour: colours.muted },
  label: { face: "semibold", size: 7.5, leading: 10, colour: colours.muted },
  fine: { face: "regular", size: 6.8, leading: 9, colour: colours.muted },
} as const satisfies Record<string, TextStyle>;
