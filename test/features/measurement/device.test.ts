import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { deviceType } from "../../../service/features/measurement/device.ts";
import { type DeviceType, deviceTypes } from "../../../service/features/measurement/vocabulary.ts";
import { peopleAgents } from "./fixtures/people.ts";

const byGroup: Readonly<Record<string, DeviceType>> = {
  "desktop Chrome": "desktop",
  "desktop Firefox": "desktop",
  "desktop Safari": "desktop",
  "other desktop browsers": "desktop",
  "Android phones": "mobile",
  iPhones: "mobile",
  tablets: "tablet",
  "televisions, consoles, cars": "other",
};

describe("user agents without client hints", () => {
  for (const [group, device] of Object.entries(byGroup)) {
    const agents = peopleAgents[group] ?? [];
    test(`${group}: all ${agents.length} are ${device}`, () => {
      expect(agents.length).toBeGreaterThan(0);
      for (const agent of agents) expect([agent, deviceType(agent, new Headers())]).toEqual([agent, device]);
    });
  }

  test("in-app browsers are phones, but for the desktop apps", () => {
    for (const agent of peopleAgents["in-app browsers"] ?? []) {
      const device = /Windows|Macintosh/.test(agent) ? "desktop" : "mobile";
      expect([agent, deviceType(agent, new Headers())]).toEqual([agent, device]);
    }
  });
});

describe("client hints", () => {
  const frozenAndroid =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
  const hints = (mobile: string, platform: string) =>
    new Headers({ "sec-ch-ua-mobile": mobile, "sec-ch-ua-platform": platform });

  test("a mobile hint is believed before the user agent", () => {
    expect(deviceType("Mozilla/5.0 (X11; Linux x86_64)", hints("?1", '"Android"'))).toBe("mobile");
  });

  test("Android without the mobile hint is a tablet, other platforms are desktops", () => {
    expect(deviceType(frozenAndroid, hints("?0", '"Android"'))).toBe("tablet");
    expect(deviceType("Mozilla/5.0 (X11; Linux x86_64)", hints("?0", '"Android"'))).toBe("tablet");
    expect(deviceType("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", hints("?0", '"Windows"'))).toBe("desktop");
  });

  test("a hint that is no structured boolean is passed over", () => {
    expect(deviceType("Mozilla/5.0 (Windows NT 10.0)", hints("1", ""))).toBe("desktop");
  });
});

test("an iPad that asks for desktop pages counts as desktop, as nothing tells it from a Mac", () => {
  const agent =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15";
  expect(deviceType(agent, new Headers())).toBe("desktop");
});

test("nothing known is other, and no text makes it throw", () => {
  for (const agent of [null, undefined, "", "curl/8.5.0", "x".repeat(10_240)]) {
    expect(deviceType(agent, () => null)).toBe("other");
  }
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string(), (agent, hint) => {
      expect(deviceTypes).toContain(deviceType(agent, () => hint));
    }),
  );
});
