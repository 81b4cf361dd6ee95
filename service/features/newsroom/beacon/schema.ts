import { type Static, Type } from "@sinclair/typebox";

/** Longest engaged time of one page view in milliseconds: 30 min, many times what any release takes to read. */
export const engagedMsMax = 1_800_000;

/** Most events in one message: the script sends as soon as it holds this many. */
export const beaconEventsMax = 20;

/** Largest beacon in bytes: 20 events of 60 bytes and the sums, with room to spare. */
export const beaconBytesMax = 4_096;

/** Interactions that only a script can see; all others are counted by redirects. */
export const beaconEventKinds = ["image_view", "media_play", "share", "copy_link", "copy_text"] as const;

export const Beacon = Type.Object(
  {
    v: Type.Literal(1),
    view: Type.String({
      pattern: "^[A-Za-z0-9_-]{8,64}$",
      description: "Id of the page view, as the page carried it.",
    }),
    engagedMs: Type.Integer({
      minimum: 0,
      maximum: engagedMsMax,
      description: "Engaged time of the view so far, in milliseconds; later messages hold greater sums.",
    }),
    scroll: Type.Union(
      [Type.Literal(0), Type.Literal(25), Type.Literal(50), Type.Literal(75), Type.Literal(100)],
      { description: "Deepest quarter of the page that was reached so far, in per cent." },
    ),
    events: Type.Array(
      Type.Object({
        kind: Type.Union(beaconEventKinds.map((kind) => Type.Literal(kind))),
        target: Type.String({
          pattern: "^(?:[0-9a-f]{12})?$",
          description:
            "Hash of a picture or medium of the release (`releaseTargets`), or empty; never free text.",
        }),
      }),
      { maxItems: beaconEventsMax, description: "Events since the last message." },
    ),
  },
  {
    description:
      "What the engagement script sends. Client address, user agent and time are never taken from it.",
  },
);
export type Beacon = Static<typeof Beacon>;
