import { ButtonLink } from '#components/layout/button-link.tsx'
import type { TalkPage } from '#features/programme/programme.schemas.ts'
import type { OpenLink, TalkLink } from '../coverage.schemas.ts'
import { AddLink, LinkActions } from './edit-link.tsx'
import { OpenLinks } from './open-links.tsx'
import { TalkCoverage } from './talk-coverage.tsx'

type Props = {
  talk: TalkPage
  links: TalkLink[]
  /** What waits for the viewer or of the viewer; undefined for a visitor. */
  openLinks: OpenLink[] | undefined
  canDecide: boolean
}

export function CoverageOfTalk({ talk, links, openLinks, canDecide }: Props) {
  return (
    <TalkCoverage
      talk={talk}
      links={links}
      actionsOf={canDecide ? (link) => <LinkActions talk={talk} link={link} /> : undefined}
    >
      {openLinks && openLinks.length > 0 && <OpenLinks links={openLinks} canDecide={canDecide} />}
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-quiet">
        {links.length === 0 && <span>No video, slides or write-up yet.</span>}
        {openLinks ? (
          <AddLink talk={talk} canDecide={canDecide} />
        ) : (
          <ButtonLink
            to="/auth"
            search={{ next: `/conferences/${talk.event_slug}/talks/${talk.number}` }}
            look="quiet"
            size="small"
            label="Sign in to suggest a link"
          />
        )}
      </div>
    </TalkCoverage>
  )
}
