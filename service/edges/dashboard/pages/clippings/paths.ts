export const clippingsPath = "/app/clippings";
export const foundPath = "/app/clippings/gefunden";
export const importsPath = "/app/clippings/importe";
export const feedsPath = "/app/clippings/feeds";
