import { FileText } from 'lucide'
import type { ReactNode } from 'react'
import { GoneLink } from '#components/ui/gone-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Section } from '#components/ui/section.tsx'
import { kindLabels } from '#features/programme/link-labels.ts'
import type { TalkPage } from '#features/programme/programme.schemas.ts'
import { shortDay } from '#lib/dates.ts'
import { languageName } from '#lib/language-name.ts'
import { hostOf } from '#lib/text.ts'
import { archiveUrl } from '#lib/web-archive.ts'
import type { TalkLink } from '../coverage.schemas.ts'
import { playerOf } from '../link.ts'
import { KindIcon } from './kind-icon.tsx'
import { PlayHere } from './play-here.tsx'

type Props = {
  talk: Pick<TalkPage, 'title' | 'date' | 'url' | 'feedback_url' | 'recording'>
  links: TalkLink[]
  actionsOf?: (link: TalkLink) => ReactNode
  children: ReactNode
}

export function TalkCoverage({ talk, links, actionsOf, children }: Props) {
  const isNotRecorded = talk.recording === 'none' && !links.some(({ kind }) => kind === 'video')
  return (
    <Section title="Video, slides and more" anchor="coverage">
      <ul>
        {links.map((link) => (
          <LinkRow key={link.id} link={link} talk={talk} actions={actionsOf?.(link)} />
        ))}
        {talk.url && <PlainRow label="On the conference site" url={talk.url} />}
        {talk.feedback_url && <PlainRow label="Give feedback" url={talk.feedback_url} />}
        {isNotRecorded && <li className="py-2.5 text-quiet">This talk was not recorded.</li>}
      </ul>
      {children}
    </Section>
  )
}

const rowClass = 'flex gap-3 border-b border-hairline py-2.5'
const titleClass = 'font-display text-[1.0625rem] font-bold break-words hover:text-accent'

function LinkRow({
  link,
  talk,
  actions,
}: {
  link: TalkLink
  talk: { title: string; date: string }
  actions?: ReactNode
}) {
  const player = playerOf(link.url)
  const label = link.title ?? kindLabels[link.kind]
  const facts = [
    link.title && kindLabels[link.kind],
    hostOf(link.url),
    link.language && languageName(link.language),
  ]
  return (
    <li className={rowClass}>
      <KindIcon kind={link.kind} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_12rem]">
          {link.gone_since ? (
            <span className={titleClass}>
              <GoneLink
                label={label}
                since={shortDay(link.gone_since.slice(0, 10))}
                archive={archiveUrl(link.url, talk.date)}
              />
            </span>
          ) : (
            <a
              href={link.url}
              rel="noopener nofollow"
              hrefLang={link.language ?? undefined}
              className={titleClass}
            >
              {label}
            </a>
          )}
          <span className="block text-sm break-words text-quiet">{facts.filter(Boolean).join(' · ')}</span>
        </div>
        {actions}
        {player && !link.gone_since && (
          <PlayHere linkId={link.id} player={player} title={`${label} of ${talk.title}`} />
        )}
      </div>
    </li>
  )
}

const PlainRow = ({ label, url }: { label: string; url: string }) => (
  <li className={rowClass}>
    <Icon icon={FileText} className="mt-1 size-4 shrink-0" />
    <div className="min-w-0">
      <a href={url} rel="noopener nofollow" className={titleClass}>
        {label}
      </a>
      <span className="block text-sm text-quiet">{hostOf(url)}</span>
    </div>
  </li>
)
