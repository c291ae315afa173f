import { Link, useNavigate } from '@tanstack/react-router'
import { TopicPicker } from '#features/topics/components/topic-picker.tsx'
import type { PopularTopic } from '#features/topics/topics.schemas.ts'
import type { SpeakerSearch } from '../speaker-search.ts'

/** 'Browse Topics' of the list of speakers. */
export function SpeakerTopics({ search, topics }: { search: SpeakerSearch; topics: PopularTopic[] }) {
  const navigate = useNavigate()
  const { topics: _, browse: __, after: ___, from: ____, ...others } = search
  const close = (chosen = search.topics) =>
    navigate({
      to: '/speakers',
      search: { ...others, topics: chosen?.length ? chosen : undefined },
      replace: true,
      resetScroll: false,
    })
  return (
    <TopicPicker
      topics={topics}
      chosen={search.topics ?? []}
      action="/speakers"
      otherParams={others}
      onChoose={close}
      onClose={() => close()}
      clearLink={(className, children) => (
        <Link to="/speakers" search={others} replace resetScroll={false} className={className}>
          {children}
        </Link>
      )}
    />
  )
}
