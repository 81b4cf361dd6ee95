import { encode } from "fast-png";

/** What the demo's pictures show, in the colours of a client. */
export type Scene = "houses" | "works" | "loaves" | "wheels";

type Colour = readonly [number, number, number];
type Colours = { strong: Colour; light: Colour };
/** What lies at a point, both coordinates from 0 to 1, y downwards; null for the sky. */
type Layer = (x: number, y: number, colours: Colours) => Colour | null;

const width = 1280;
const height = 720;
const aspect = width / height;
const quality = 88;
const dark: Colour = [38, 44, 52];

/** Draws a picture that is nobody's, as a JPEG: the same one each time. */
export async function drawScene(
  scene: Scene,
  client: { strong: string; light: string },
): Promise<Uint8Array> {
  const colours = { strong: colourOf(client.strong), light: colourOf(client.light) };
  const layers = [...layersOf[scene], hills(0.66, 0.05, 0.25), hills(0.6, 0.07, 0.12), sun];
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const colour = colourAt(layers, column / width, row / height, colours);
      pixels.set(colour, (row * width + column) * 3);
    }
  }
  return await new Bun.Image(encode({ width, height, channels: 3, data: pixels }, { zlib: { level: 0 } }))
    .jpeg({ quality })
    .bytes();
}

/** The first layer that has something there, else the sky, which is lightest at the horizon. */
function colourAt(layers: readonly Layer[], x: number, y: number, colours: Colours): Colour {
  for (const layer of layers) {
    const found = layer(x, y, colours);
    if (found !== null) return found;
  }
  return mix(mix(colours.light, colours.strong, 0.35), colours.light, Math.min(1, y * 1.5));
}

const sun: Layer = (x, y, { strong }) => {
  const distance = Math.hypot((x - 0.72) * aspect, y - 0.34);
  return distance < 0.13 ? mix(strong, [255, 246, 220], 0.72) : null;
};

function hills(base: number, swing: number, depth: number): Layer {
  return (x, y, { strong, light }) => {
    const line = base + swing * Math.sin(x * 5 + base * 40) + (swing / 3) * Math.sin(x * 13);
    return y > line ? mix(light, strong, depth + (y - line) * 0.5) : null;
  };
}

/** A row of houses with gables; each one's height and shade follow from its number. */
const houses: Layer = (x, y, { strong, light }) => {
  const number = Math.floor(x * 7);
  const within = x * 7 - number;
  const eaves = 0.5 + ((number * 37) % 5) * 0.03;
  const gable = eaves - 0.12 * (1 - Math.abs(within - 0.5) * 2);
  if (y > 0.93) return dark;
  if (y < gable || within < 0.02) return null;
  const [column, floor] = [(within * 4) % 1, ((y - eaves) * 9) % 1];
  const isWindow = y > eaves + 0.03 && column > 0.3 && column < 0.7 && floor > 0.25 && floor < 0.75;
  if (isWindow) return mix(light, [255, 240, 190], 0.6);
  return y < eaves ? mix(strong, dark, 0.55) : mix(strong, dark, 0.12 + ((number * 3) % 4) * 0.09);
};

/** A long hall whose roof is a saw. */
const works: Layer = (x, y, { strong, light }) => {
  if (y > 0.9) return dark;
  if (x < 0.1 || x > 0.9) return null;
  const tooth = ((x - 0.1) * 10) % 1;
  const roof = 0.62 - 0.1 * tooth;
  if (y < roof) return null;
  if (y < 0.62) return tooth > 0.93 ? mix(light, [255, 255, 255], 0.5) : mix(strong, dark, 0.4);
  const isGate = y > 0.72 && (x * 10) % 1 > 0.3 && (x * 10) % 1 < 0.7;
  return isGate ? mix(strong, light, 0.6) : mix(strong, dark, 0.18);
};

const loaves: Layer = (x, y, { strong }) => {
  if (y > 0.82) return mix([120, 82, 50], dark, ((y * 40) % 1) * 0.25);
  const number = Math.floor(x * 4);
  const [across, up] = [(x * 4 - number - 0.5) * 2, (0.82 - y) / 0.3];
  if (Math.hypot(across * 1.08, up) > 1) return null;
  const isCut = Math.abs(((across + up * 0.6 + 2) * 2.2) % 1) < 0.1 && up > 0.3;
  return isCut ? [244, 226, 190] : mix([186, 122, 62], mix(strong, dark, 0.5), Math.max(0, 0.75 - up));
};

const wheels: Layer = (x, y, { strong, light }) => {
  for (const [at, radius] of [
    [0.3, 0.2],
    [0.7, 0.15],
  ] as const) {
    const [across, down] = [(x - at) * aspect, y - (0.88 - radius)];
    const distance = Math.hypot(across, down);
    const spoke = Math.abs(((Math.atan2(down, across) / Math.PI) * 8 + 16) % 1) < 0.06;
    if (distance < radius && (distance > radius * 0.88 || distance < radius * 0.08 || spoke)) return dark;
  }
  if (x > 0.34 && x < 0.66 && y > 0.5 && y < 0.7) return y < 0.53 ? mix(strong, light, 0.4) : strong;
  const roof = 0.6 - (((Math.floor(x * 12) * 29) % 7) / 7) * 0.2;
  if (y > 0.88) return mix(dark, light, 0.15);
  return y > roof ? mix(light, strong, 0.55) : null;
};

const layersOf: Record<Scene, readonly Layer[]> = {
  houses: [houses],
  works: [works],
  loaves: [loaves],
  wheels: [wheels],
};

export function colourOf(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const part = Math.min(1, Math.max(0, share));
  const [red, green, blue] = one;
  return [red + (other[0] - red) * part, green + (other[1] - green) * part, blue + (other[2] - blue) * part];
}
