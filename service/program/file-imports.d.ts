/** What an import with `type: "text"` or `type: "file"` gives: the text, or the path of the file. */
declare module "*.sql" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: a text import has no other export
  export default text;
}
declare module "*.ttf" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: a file import has no other export
  export default path;
}
declare module "*.wasm" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: a file import has no other export
  export default path;
}
declare module "*.data" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: a file import has no other export
  export default path;
}
declare module "swagger-ui-dist/*" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: a file import has no other export
  export default path;
}

declare module "*.umd.min.js" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: a file import has no other export
  export default path;
}
