/**
 * The address of a server as the driver takes it. The driver knows no folder with the socket of a server on this machine,
 * as libpq does: postgres://hallway@/hallway?host=/run/postgresql.
 */
export function addressOf(url: string): { url: string; socket: { path?: string } } {
  const folder = url.match(/[?&]host=((?:\/|%2f)[^&]*)/i)?.[1]
  if (!folder) return { url, socket: {} }
  const parsed = new URL(url.replace(/^(\w+:\/\/(?:[^/?@]*@)?)(?=[:/?])/, '$1localhost'))
  parsed.searchParams.delete('host')
  return {
    url: parsed.href,
    socket: { path: `${decodeURIComponent(folder)}/.s.PGSQL.${parsed.port || 5432}` },
  }
}
