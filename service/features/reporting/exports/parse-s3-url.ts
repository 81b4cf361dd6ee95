/** Where files go in an S3-compatible store, and with which key. */
export type S3Target = {
  endpoint: string;
  bucket: string;
  /** What the names of all files begin with; empty or with a slash at its end. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const regionDefault = "us-east-1";

/**
 * Reads `https://KEY:SECRET@host[:port]/bucket[/prefix][?region=eu-central-1]`; key and secret are percent-encoded. Returns null for
 * anything else. The bucket is addressed by path, which every S3-compatible server understands.
 */
export function parseS3Url(text: string): S3Target | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const [bucket = "", ...folders] = url.pathname.split("/").filter((part) => part !== "");
  const isComplete =
    url.username !== "" && url.password !== "" && /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket);
  if (!["http:", "https:"].includes(url.protocol) || !isComplete) return null;
  try {
    return {
      endpoint: url.origin,
      bucket,
      prefix: folders.map((folder) => `${decodeURIComponent(folder)}/`).join(""),
      region: url.searchParams.get("region") ?? regionDefault,
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    };
  } catch {
    // `decodeURIComponent` throws at a single per cent sign, which has to be written as %25.
    return null;
  }
}
