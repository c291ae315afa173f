/** How a visitor, who has no account to follow a conference with, learns of its programme and its changes. */
export const ProgrammeFeeds = ({ siteUrl, slug }: { siteUrl: string; slug: string }) => {
  const path = `/conferences/${slug}`
  return (
    <p className="no-print basis-full text-[0.9375rem] text-quiet">
      Without an account: a{' '}
      <a href={`${siteUrl.replace(/^https?:/, 'webcal:')}${path}/schedule.ics`} className="link py-1">
        calendar that gets its talks
      </a>
      , and changes of its dates as{' '}
      <a href={`${path}/feed.atom`} className="link py-1">
        Atom
      </a>
      .
    </p>
  )
}
