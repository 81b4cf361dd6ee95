/** The absolute address of a path: under PUBLIC_URL, or where the service listens. */
export function newsroomUrl(
  config: { publicUrl: string | null; host: string; port: number },
  path: string,
): string {
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  return `${config.publicUrl ?? `http://${host}:${config.port}`}${path}`;
}
