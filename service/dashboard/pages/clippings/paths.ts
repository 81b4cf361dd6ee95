export const clippingsPath = "/app/clippings";
export const importsPath = "/app/clippings/importe";
export const feedsPath = "/app/clippings/feeds";

/** The tabs of the section. */
export const clippingTabs = [
  { label: "Importiert", href: clippingsPath },
  { label: "In Feeds gefunden", href: `${clippingsPath}/gefunden` },
  { label: "Importe", href: importsPath },
  { label: "Feeds", href: feedsPath },
] as const;
