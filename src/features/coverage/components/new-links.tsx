import { Link } from '@tanstack/react-router'
import { Section } from '#components/ui/section.tsx'
import { Thumb } from '#features/directory/components/thumb.tsx'
import { kindLabels } from '#features/programme/link-labels.ts'
import { talkLink } from '#features/programme/talk-link.ts'
import { shortDay } from '#lib/dates.ts'
import { languageName } from '#lib/language-name.ts'
import { hostOf } from '#lib/text.ts'
import type { NewLink } from '../coverage.schemas.ts'
import { groupByTalk } from '../group-by-talk.ts'
import { KindIcon } from './kind-icon.tsx'
import { VideoPicture } from './video-picture.tsx'

/** Links below their talks. */
export const NewLinks = ({ links, isOfOneEvent }: { links: NewLink[]; isOfOneEvent?: boolean }) => (
  <ul>
    {groupByTalk(links).map(({ talk, links }) => (
      <li key={links[0]!.id} className="flex gap-4 border-b border-hairline py-3 first:pt-0">
        <PictureOf links={links} />
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <div className="min-w-0 flex-[1_1_16rem]">
            <Link
              {...talkLink(talk.event_slug, talk.number)}
              className="inline-block py-0.5 font-display text-[1.0625rem] leading-snug font-bold break-words hover:text-accent"
            >
              {talk.title}
            </Link>
            <p className="text-[0.9375rem] text-quiet">
              {talk.speakers.map((speaker) => (
                <span key={speaker.id}>
                  <Link to="/speakers/$id" params={{ id: speaker.id }} className="link">
                    {speaker.name}
                  </Link>
                  {' · '}
                </span>
              ))}
              {!isOfOneEvent && (
                <>
                  <Link to="/conferences/$slug" params={{ slug: talk.event_slug }} className="link">
                    {talk.event_name}
                  </Link>
                  {' · '}
                </>
              )}
              {shortDay(talk.date)}
            </p>
          </div>
          <ul className="min-w-0 flex-[0_1_20rem] text-sm text-quiet">
            {links.map(({ id, kind, url, title, language }) => (
              <li key={id} className="flex gap-2 py-0.5">
                <KindIcon kind={kind} />
                <span className="min-w-0 break-words">
                  <a href={url} rel="noopener nofollow" className="link">
                    {title ?? kindLabels[kind]}
                    <span className="sr-only"> of {talk.title}</span>
                  </a>
                  {` · ${[hostOf(url), language && languageName(language)].filter(Boolean).join(' · ')}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      </li>
    ))}
  </ul>
)

/** The same for each conference, that of the newest link first. */
export const NewLinksByConference = ({ links }: { links: NewLink[] }) =>
  [...Map.groupBy(links, ({ talk }) => talk.event_slug)].map(([slug, links]) => (
    <Section
      key={slug}
      title={
        <Link
          to="/conferences/$slug"
          params={{ slug }}
          dir="auto"
          className="flex items-center gap-3 hover:text-accent"
        >
          <Thumb slug={slug} className="h-12 w-9 rounded-sm" />
          {links[0]!.talk.event_name}
        </Link>
      }
    >
      <NewLinks links={links} isOfOneEvent />
    </Section>
  ))

function PictureOf({ links }: { links: NewLink[] }) {
  const picture = links.find((link) => link.picture)?.picture
  return picture && <VideoPicture picture={picture} isSmall className="w-24 self-start sm:w-36" />
}

/** The newest talks with video of a page's subject; nothing where there are none. */
export const Watch = ({ links }: { links: NewLink[] }) =>
  links.length > 0 && (
    <Section title="Watch" aside={<span className="text-quiet">newest talks with video</span>}>
      <NewLinks links={links} />
    </Section>
  )
