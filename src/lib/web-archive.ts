/** The web archive's copy nearest to a day, yyyy-MM-dd. Built, not asked for. An address of the archive stays as it is. */
export const archiveUrl = (url: string, day: string) =>
  /^https?:\/\/web\.archive\.org\//.test(url)
    ? url
    : `https://web.archive.org/web/${day.replaceAll('-', '')}/${url}`

/** The address of which an address of the archive is a copy. */
export const withoutArchive = (url: string) => url.replace(/^https?:\/\/web\.archive\.org\/web\/[^/]+\//, '')
