import { Fragment } from 'react'
import type { ScheduledTalk } from '../programme.schemas.ts'

type Props = {
  talk: Pick<ScheduledTalk, 'title' | 'video_url' | 'slides_url'>
  isOver: boolean
  className: string
  /** Before each of the links. */
  separator?: string
}

/** Links to the video and the slides of a talk in the schedule. */
export const VideoAndSlides = ({ talk, isOver, className, separator }: Props) =>
  [
    { label: isOver ? 'Watch' : 'Video', url: talk.video_url },
    { label: 'Slides', url: talk.slides_url },
  ].map(
    ({ label, url }) =>
      url && (
        <Fragment key={label}>
          {separator}
          <a
            href={url}
            rel="noopener nofollow"
            aria-label={`${label} of ${talk.title}`}
            className={className}
          >
            {label}
          </a>
        </Fragment>
      ),
  )
