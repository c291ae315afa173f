import { Play } from 'lucide'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Section } from '#components/ui/section.tsx'
import { talkLink } from '#features/programme/talk-link.ts'
import type { EventCoverage } from '../coverage.schemas.ts'
import { figureSentences } from './coverage-figures.tsx'
import { VideoPicture } from './video-picture.tsx'

type Props = { event: { slug: string }; coverage: EventCoverage }

/** What is left of a conference that is over: its first videos, and how many talks have what. */
export const Recordings = ({ event, coverage }: Props) =>
  coverage.recordings.length > 0 && (
    <Section
      title="Recordings"
      anchor="recordings"
      aside={<span className="min-w-0 text-quiet">{figureSentences(coverage).join(', ')}</span>}
    >
      <ul className="grid gap-x-12 md:grid-cols-2">
        {coverage.recordings.map(({ id, url, picture, talk: { number, title, speakers } }) => (
          <li key={id} className="flex gap-3 border-b border-hairline py-3">
            <a
              href={url}
              rel="noopener nofollow"
              className="group relative grid shrink-0 place-items-center self-start"
            >
              {picture && <VideoPicture picture={picture} isSmall className="col-start-1 row-start-1 w-28" />}
              <span className="col-start-1 row-start-1 grid size-9 place-items-center rounded-full border border-ink bg-paper group-hover:border-accent group-hover:text-accent">
                <Icon icon={Play} className="size-4 fill-current" />
              </span>
              <span className="sr-only">Watch {title}</span>
            </a>
            <div className="min-w-0">
              <h3 className="text-lg leading-snug" dir="auto">
                <PlainLink {...talkLink(event.slug, number)} className="hover:text-accent">
                  {title}
                </PlainLink>
              </h3>
              <p className="text-[0.9375rem] text-quiet">{speakers.map(({ name }) => name).join(', ')}</p>
            </div>
          </li>
        ))}
      </ul>
      {coverage.video > coverage.recordings.length && (
        <p className="mt-3 text-quiet">The others are at their talks, in the programme below.</p>
      )}
    </Section>
  )
