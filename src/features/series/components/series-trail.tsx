import { PlainLink } from '#components/layout/plain-link.tsx'
import { hostOf } from '#lib/text.ts'

/** Above the name of a series: the list, and its website. */
export const SeriesTrail = ({ website }: { website: string | null }) => (
  <p className="text-quiet">
    <PlainLink to="/series" className="link inline-block py-0.5">
      All series
    </PlainLink>
    {website && (
      <>
        {' · '}
        <a href={website} rel="noopener nofollow" className="link inline-block py-0.5">
          {hostOf(website)}
        </a>
      </>
    )}
  </p>
)
