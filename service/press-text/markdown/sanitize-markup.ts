import sanitizeHtml from "sanitize-html";

/** What may remain after rendering: a second check, in case the parser or an earlier rule has a defect. */
export function sanitizeMarkup(markup: string): string {
  return sanitizeHtml(markup, sanitizing);
}

const textTags = "h2 h3 h4 p br hr strong em s code pre blockquote ul ol li".split(" ");
const frameTags = "a img figure figcaption div table thead tbody tr th td".split(" ");

const sanitizing: sanitizeHtml.IOptions = {
  allowedTags: [...textTags, ...frameTags],
  allowedAttributes: {
    a: ["href", "rel"],
    img: ["src", "alt", "loading", "decoding", "referrerpolicy", "data-target"],
    ol: ["start"],
    div: ["role", "aria-label", "tabindex"],
  },
  allowedClasses: { div: ["table"], th: ["right", "center"], td: ["right", "center"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["https"] },
  allowProtocolRelative: false,
};
