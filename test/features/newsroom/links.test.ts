import { describe, expect, test } from "bun:test";
import {
  pressContactLinks,
  releaseLinks,
  releaseLinkUrl,
  releaseTargets,
  resolveRedirect,
  websiteLink,
} from "../../../service/features/newsroom/links.ts";
import type { PressContact } from "../../../service/features/newsroom/pages/page-input.ts";
import { renderReleasePage } from "../../../service/features/newsroom/pages/render-release-page.ts";
import { linkHash } from "../../../service/floor/web/link-hash.ts";
import { readText } from "../../../service/press-text/markdown/read-text.ts";
import { newsroom, release } from "./support/sample-newsroom.ts";

function contactWith(mail: string, phone: string): PressContact {
  return {
    ...{ name: "A", role: null, organisation: null, picture: null },
    lines: [
      { term: "E-Mail", value: mail, scheme: "mailto:" },
      { term: "Telefon", value: phone, scheme: "tel:" },
    ],
  };
}

describe("the counted links of a release", () => {
  test("are found in contact, pictures, downloads, text, boilerplate and the client's site, in that order", () => {
    const links = releaseLinks({ newsroom, release });
    expect([...links.values()]).toEqual([
      {
        kind: "contact_click",
        label: "presse@nordlicht-energie.example",
        url: "mailto:presse@nordlicht-energie.example",
      },
      { kind: "contact_click", label: "+49 (0)461 500-1234", url: "tel:+494615001234" },
      {
        kind: "image_view",
        label: "Drei Windräder vor einem Abendhimmel über flachem Marschland",
        url: "/media/werk.jpg",
      },
      {
        kind: "asset_download",
        label: "Der Bürgerwindpark Nordermarsch am Abend der Inbetriebnahme.",
        url: "/media/werk.jpg?download",
      },
      {
        kind: "asset_download",
        label: "Alle Bilder (ZIP)",
        url: `/newsroom/nordlicht-energie/${release.slug}/bilder.zip`,
      },
      { kind: "pdf_download", label: "Pressemitteilung als PDF", url: "https://dateien.example.de/pm.pdf" },
      {
        kind: "asset_download",
        label: "Luftbild des Bürgerwindparks, druckfähig",
        url: "https://dateien.example.de/luftbild.jpg",
      },
      {
        kind: "outbound_link",
        label: "kommunale Beteiligung nach § 6 EEG",
        url: "https://www.gesetze-im-internet.de/eeg_2014/__6.html",
      },
      {
        kind: "outbound_link",
        label: "https://daten.nordlicht-energie.example/nordermarsch",
        url: "https://daten.nordlicht-energie.example/nordermarsch",
      },
      { kind: "outbound_link", label: "Mehr erfahren", url: "https://nordlicht-energie.example/unternehmen" },
      {
        kind: "outbound_link",
        label: "nordlicht-energie.example",
        url: "https://www.nordlicht-energie.example/",
      },
    ]);
    expect(releaseLinks({ newsroom, release })).toEqual(links);
  });

  test("are keyed by the first twelve digits of the SHA-256 of the URL", () => {
    expect(linkHash("https://example.com/")).toBe("0f115db062b7");
    for (const [hash, { url }] of releaseLinks({ newsroom, release })) expect(linkHash(url)).toBe(hash);
  });

  test("are exactly the redirects that the page shows at level L1", () => {
    const page = renderReleasePage({
      publicUrl: "https://p.example",
      newsroom,
      release,
      topics: [],
      translations: [],
      previous: null,
      next: null,
      viewId: null,
    });
    const shown = [...page.matchAll(/href="[^"]+\/go\/([a-z_]+)\/([0-9a-f]{12})"/g)].map(
      ([, kind, hash]) => `${kind} ${hash}`,
    );
    const counted = [...releaseLinks({ newsroom, release })].map(([hash, { kind }]) => `${kind} ${hash}`);
    expect([...new Set(shown)].sort()).toEqual(counted.sort());
  });

  test("have one kind for one URL, on the page as in the map", () => {
    const both = { ...release, text: readText("[PDF](https://dateien.example.de/pm.pdf)") };
    const links = releaseLinks({ newsroom, release: both });
    const hash = linkHash("https://dateien.example.de/pm.pdf");
    expect(links.get(hash)?.kind).toBe("pdf_download");
    const linkUrl = releaseLinkUrl({ level: "L1", clientSlug: "a", ownHost: null }, "b", links);
    expect(
      linkUrl({ kind: "outbound_link", label: "PDF", url: "https://dateien.example.de/pm.pdf", hash }),
    ).toBe(`/newsroom/a/b/go/pdf_download/${hash}`);
  });

  test("leave out what nobody may follow", () => {
    const assets = ["javascript:x()", "//evil.example/x", "file:///etc/passwd", "/newsroom/assets/x.pdf"].map(
      (url) => ({
        title: url,
        url,
        mediaType: "image/png",
        bytes: null,
        credit: null,
        picture: null,
      }),
    );
    const bare = {
      clientSlug: "a",
      ownHost: null,
      about: null,
      websiteUrl: "javascript:x()",
      pressContact: null,
    };
    const links = releaseLinks({
      newsroom: bare,
      release: { slug: "b", text: readText("[a](data:text/html,x)"), assets, image: null },
    });
    expect([...links.values()].map(({ url }) => url)).toEqual(["/newsroom/assets/x.pdf"]);
  });

  test("carry a label of at most 200 characters on one line", () => {
    const label = (length: number) =>
      [
        ...releaseLinks({
          newsroom,
          release: { ...release, text: readText(`[${"😀".repeat(length)}](https://neu.example)`) },
        }).values(),
      ].find(({ url }) => url === "https://neu.example/")?.label;
    expect([...(label(200) ?? "")]).toHaveLength(200);
    expect([...(label(201) ?? "")]).toHaveLength(200);
  });
});

describe("a redirect", () => {
  const links = releaseLinks({ newsroom, release });
  const hash = linkHash("https://dateien.example.de/pm.pdf");

  test("leads to the release's own link", () => {
    expect(resolveRedirect(links, "pdf_download", hash)?.url).toBe("https://dateien.example.de/pm.pdf");
  });

  test("leads nowhere for another kind, an unknown hash, or a URL instead of a hash", () => {
    expect(resolveRedirect(links, "outbound_link", hash)).toBeNull();
    expect(resolveRedirect(links, "outbound_link", linkHash("https://evil.example/"))).toBeNull();
    expect(resolveRedirect(links, "outbound_link", "https://evil.example/")).toBeNull();
    expect(resolveRedirect(links, "__proto__", "__proto__")).toBeNull();
  });
});

describe("a press contact", () => {
  test.each([
    ["+49 (0)461 500-1234", "tel:+494615001234"],
    ["0461 / 500 12 34", "tel:04615001234"],
    ["0049 (0) 461 5001234", "tel:00494615001234"],
    ["(0461) 5001234", "tel:04615001234"],
    ["+49-(0)30-1234567", "tel:+49301234567"],
    ["+49/(0)30/1234567", "tel:+49301234567"],
    ["0049.( 0 )30.1234567", "tel:0049301234567"],
    ["030 / 1234567", "tel:0301234567"],
    ["033701 / 1234-0", "tel:03370112340"],
    ["+49 (0)33701 / 12345", "tel:+493370112345"],
    ["0049 (0)33701 / 12345", "tel:00493370112345"],
    ["0461/500/1234", "tel:04615001234"],
  ])("with the number %p is dialled as %p", (phone, url) => {
    expect(pressContactLinks(contactWith("", phone))).toEqual([{ kind: "contact_click", label: phone, url }]);
  });

  test.each([
    "030 12345-0 / -12",
    "030 12345-0/-12",
    "030 1234-0 / 0171 1234567",
    "030 1234-0/0171 1234567",
    "+49 30 12345 / 12346",
    "0049 (0)30 12345 / 12346",
  ])("with two numbers, %p, has no link, which would dial both as one", (phone) => {
    expect(pressContactLinks(contactWith("", phone))).toEqual([]);
  });

  test.each(["auf Anfrage", "1", "a@b@c", "a@b?bcc=alle@example.de", "a b@c.example", "javascript:x()"])(
    "with the broken address %p has no link",
    (broken) => {
      expect(pressContactLinks(contactWith(broken, broken))).toEqual([]);
    },
  );
});

test("a client's site is named by its host", () => {
  expect(websiteLink("https://www.Beispiel.example/pfad")?.label).toBe("beispiel.example");
  expect(websiteLink("mailto:a@b.example")).toBeNull();
});

test("pictures and media are the only targets of a beacon", () => {
  const audio = {
    title: "O-Ton",
    url: "https://dateien.example.de/o-ton.mp3",
    mediaType: "audio/mpeg",
    bytes: 1,
    credit: null,
    picture: null,
  };
  const targets = releaseTargets({
    newsroom,
    release: {
      ...release,
      text: readText("![Karte](/media/k.png)"),
      assets: [...release.assets, audio],
    },
  });
  expect([...targets.values()].map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    "image_view Drei Windräder vor einem Abendhimmel über flachem Marschland",
    "image_view Karte",
    "media_play O-Ton",
  ]);
});
