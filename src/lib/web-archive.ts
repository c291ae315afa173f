/** The web archive's copy nearest to a day, yyyy-MM-dd. Built, not asked for. */
export const archiveUrl = (url: string, day: string) =>
  `https://web.archive.org/web/${day.replaceAll('-', '')}/${url}`
