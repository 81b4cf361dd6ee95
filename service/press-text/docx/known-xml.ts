/** A run that Word hides; the map of styles drops what has this colour. */
export const hiddenColour = "hidden-by-word";

/**
 * A document's XML in words that mammoth 1.13 knows: the text of simple fields and of runs with a direction of their own was dropped,
 * lines ran together at a break that it skips, and twice struck and hidden words were shown like any other.
 */
export function inKnownWords(xml: string): string {
  return xml
    .replace(/<(\/?)w:(?:fldSimple|dir|bdo)(?=[\s/>])/g, "<$1w:smartTag")
    .replace(/<w:(?:cr|br\s+w:type="(?:page|column)")\s*\/>/g, "<w:br/>")
    .replace(/<w:ptab(?=[\s/>])/g, "<w:tab")
    .replace(/<w:dstrike(?=[\s/>])/g, "<w:strike")
    .replace(/<w:vanish(?:\s+w:val="(?:1|true|on)")?\s*\/>/g, `<w:highlight w:val="${hiddenColour}"/>`);
}
