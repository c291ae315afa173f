import type { ReactNode } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { GoneLink } from '#components/ui/gone-link.tsx'
import { LinkedText } from '#components/ui/linked-text.tsx'
import { shortDay } from '#lib/dates.ts'
import { archiveUrl } from '#lib/web-archive.ts'
import { limits } from '#src/limits.ts'
import type { SpeakerDetail } from '../speakers.schemas.ts'
import { placeOf, socialLink } from '../speakers.ts'

type Props = {
  speaker: SpeakerDetail
  canEdit: boolean
  isMine: boolean
  actions: ReactNode
  figures: { value: number; label: string }[]
}

export function SpeakerHero({ speaker, canEdit, isMine, figures, actions }: Props) {
  const place = placeOf(speaker)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-5 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-7">
      <div className="flex sm:row-span-2">
        <Avatar name={speaker.name} image={speaker.image_url} size="huge" />
      </div>
      <div>
        <h1 dir="auto" className="text-[min(1.875rem,10vw)] leading-[1.08] sm:text-5xl">
          {speaker.name}
        </h1>
        {speaker.former_names.length > 0 && (
          <p dir="auto" className="mt-2 text-quiet">
            Formerly {speaker.former_names.join(', ')}
          </p>
        )}
        {isMine && (
          <p className="mt-2">
            <Badge>Your profile</Badge>
          </p>
        )}
        {place && <p className="mt-2 text-lg text-quiet">{place}</p>}
        {speaker.links.length > 0 && <SocialLinks speaker={speaker} />}
      </div>
      <div className="actions max-sm:col-span-2">
        {canEdit && (
          <ButtonLink to="/speakers/$id/edit" params={{ id: speaker.id }} look="outline" label="Edit" />
        )}
        {actions}
      </div>
      <div className="col-span-2 sm:col-start-2">
        {speaker.bio && <Bio text={speaker.bio} />}
        <Figures speaker={speaker} figures={figures} />
      </div>
    </div>
  )
}

const SocialLinks = ({ speaker }: Pick<Props, 'speaker'>) => (
  <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
    {speaker.links.map(socialLink).map(({ href, label }) => (
      <li key={label}>
        {label === 'Website' && speaker.website_gone_since ? (
          <GoneLink
            label={label}
            since={shortDay(speaker.website_gone_since.slice(0, 10))}
            archive={archiveUrl(href, speaker.website_gone_since.slice(0, 10))}
          />
        ) : (
          <a href={href} rel="me noopener nofollow" className="link">
            {label}
          </a>
        )}
      </li>
    ))}
  </ul>
)

function Figures({ speaker, figures }: Pick<Props, 'speaker' | 'figures'>) {
  const counts = [
    { value: speaker.events_spoken_at, label: speaker.events_spoken_at === 1 ? 'event' : 'events' },
    // Without a second edition of one conference it is the same number.
    ...(speaker.unique_conferences === speaker.events_spoken_at
      ? []
      : [
          {
            value: speaker.unique_conferences,
            label: speaker.unique_conferences === 1 ? 'conference' : 'conferences',
          },
        ]),
    ...figures,
  ].filter(({ value }) => value > 0)
  if (counts.length === 0) return null
  return (
    <ul aria-label="In figures" className="mt-5 flex flex-wrap gap-x-8 gap-y-2 first:mt-0">
      {counts.map(({ value, label }) => (
        <li key={label} className="text-quiet">
          <span className="mr-1.5 font-display text-2xl font-bold text-ink tabular-nums">
            {value.toLocaleString('en')}
          </span>
          {label}
        </li>
      ))}
    </ul>
  )
}

/** Folds after four lines; the checkbox opens it without script, too. */
function Bio({ text }: { text: string }) {
  const isLong = text.length > limits.bioFoldedAbove || text.split('\n').length > 4
  const prose = 'max-w-prose whitespace-pre-line text-[1.0625rem]'
  if (!isLong)
    return (
      <p dir="auto" className={prose}>
        <LinkedText text={text} />
      </p>
    )
  return (
    <div className="group">
      <p dir="auto" className={`${prose} line-clamp-4 group-has-checked:line-clamp-none`}>
        <LinkedText text={text} />
      </p>
      <label className="link mt-1 inline-flex min-h-6 cursor-pointer items-center text-quiet has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        <input type="checkbox" className="sr-only" />
        Show the whole bio
      </label>
    </div>
  )
}
