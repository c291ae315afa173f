import { memo } from 'react'
import { excerpt } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { ScheduledTalk } from '../programme.schemas.ts'
import { timeRange } from '../schedule.ts'

type Props = {
  talk: ScheduledTalk
  /** The whole description, where it is open. */
  description?: string | null
  /** The time stands at the left of the table; here only where that says less. */
  withTime: boolean
  /** Whether the viewer plans to attend; undefined for a visitor. */
  isSaved?: boolean
  onPlan?: (talkId: string, isSaved: boolean) => void
}

/** A talk in the schedule. Its buttons belong to the schedule's form: they say which speaker or talk to open. */
export const TalkCard = memo(function TalkCard({ talk, description, withTime, isSaved, onPlan }: Props) {
  const anchor = `talk-${talk.id}`
  const isLong = (talk.excerpt?.length ?? 0) > limits.talkDescriptionCollapsedAbove
  const facts = [
    withTime || talk.end_time ? timeRange(talk.start_time, talk.end_time) : '',
    talk.location,
  ].filter(Boolean)
  return (
    <article id={anchor} className="scroll-mt-4 border-b border-hairline pt-2 pb-3.5">
      <h3 className="text-[1.0625rem] leading-snug">{talk.title}</h3>
      {facts.length > 0 && <p className="text-sm text-quiet">{facts.join(' · ')}</p>}
      {description ? (
        <div className="mt-1 text-[0.9375rem] whitespace-pre-line text-quiet">{description}</div>
      ) : (
        talk.excerpt && (
          <p className="mt-1 text-[0.9375rem] text-quiet">
            {excerpt(talk.excerpt, limits.talkDescriptionCollapsedAbove)}
          </p>
        )
      )}
      {isLong && (
        <button
          type="submit"
          name="talk"
          value={description ? '' : talk.id}
          formAction={`#${anchor}`}
          aria-expanded={Boolean(description)}
          className="link min-h-6 text-sm text-quiet"
        >
          {description ? 'Show less' : 'Show more'}
          <span className="sr-only"> about {talk.title}</span>
        </button>
      )}
      {talk.topics.length > 0 && <p className="mt-1 text-sm text-quiet">{talk.topics.join(' · ')}</p>}
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-[0.9375rem]">
        {talk.speakers.map(({ id, name }) => (
          <button
            type="submit"
            key={id}
            name="speaker"
            value={id}
            formAction={`#${anchor}`}
            className="min-h-6 text-left underline underline-offset-3 hover:text-accent"
          >
            {name}
          </button>
        ))}
        {talk.slides_url && (
          <a href={talk.slides_url} rel="noopener nofollow" className="link text-quiet">
            Slides
          </a>
        )}
        {talk.video_url && (
          <a href={talk.video_url} rel="noopener nofollow" className="link text-quiet">
            Video
          </a>
        )}
        {onPlan && (
          <button
            type="button"
            aria-pressed={isSaved}
            onClick={() => onPlan(talk.id, !isSaved)}
            className={`ml-auto min-h-7 rounded-full border px-3 text-sm font-semibold ${isSaved ? 'border-accent bg-accent text-on-accent' : 'border-ink hover:border-accent hover:text-accent'}`}
          >
            {isSaved ? 'Going' : 'Plan to attend'}
            <span className="sr-only">: {talk.title}</span>
          </button>
        )}
      </div>
    </article>
  )
})
