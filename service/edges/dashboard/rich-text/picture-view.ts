import type { Node } from "prosemirror-model";
import type { NodeViewConstructor } from "prosemirror-view";
import { createElement } from "./create-element.ts";
import { isWaiting, pictureIdOf } from "./pictures.ts";
import type { Library } from "./upload-picture.ts";

/** Shows pictures by addresses that this page may load: those of the text open to readers only once it is published. */
export function pictureViews(library: Library | null): Record<string, NodeViewConstructor> {
  return {
    image: (node) => ({ dom: pictureElement(node, library) }),
    figure: (node) => {
      const dom = createElement("figure", { className: "rich-figure" }, [pictureElement(node, library)]);
      const { title, alt } = node.attrs;
      const caption = title ?? (alt === "" ? "Ohne Bildunterschrift" : null);
      if (caption !== null) dom.append(createElement("figcaption", { textContent: String(caption) }));
      return { dom };
    },
  };
}

function pictureElement({ attrs }: Node, library: Library | null): HTMLElement {
  const src = String(attrs.src);
  const alt = String(attrs.alt);
  if (isWaiting(src))
    return createElement("span", { className: "rich-wait", textContent: "Bild wird hochgeladen …" });
  const id = pictureIdOf({ attrs });
  if (id !== null && library !== null)
    return createElement("img", { src: `${library.path}/${id}/bild`, alt: alt || "Bild ohne Beschreibung" });
  const where = src.startsWith("/") ? "Bild" : "Bild eines anderen Servers, das Leser als Link bekommen";
  return createElement("span", { className: "rich-wait", textContent: `${where}: ${alt || src}` });
}
