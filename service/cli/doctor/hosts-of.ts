/** The hosts of a URL that was checked before, each with its port if it has one: those of a database or Sentinel may be several. */
export function hostsOf(url: string): string[] {
  const [, authority = ""] = /^[a-z+]+:\/\/([^/?#]*)/i.exec(url) ?? [];
  return authority.slice(authority.lastIndexOf("@") + 1).split(",");
}
