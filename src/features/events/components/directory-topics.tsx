import { Link, useNavigate } from '@tanstack/react-router'
import { TopicPicker } from '#features/topics/components/topic-picker.tsx'
import type { PopularTopic } from '#features/topics/topics.schemas.ts'
import { type DirectorySearch, firstPageOf } from '../directory.ts'

/** 'Browse Topics' of the directory. */
export function DirectoryTopics({ search, topics }: { search: DirectorySearch; topics: PopularTopic[] }) {
  const navigate = useNavigate()
  const { topics: _, browse: __, ...others } = firstPageOf(search)
  const close = (chosen = search.topics) =>
    navigate({
      to: '/conferences',
      search: { ...others, topics: chosen?.length ? chosen : undefined },
      replace: true,
      resetScroll: false,
    })
  return (
    <TopicPicker
      topics={topics}
      chosen={search.topics ?? []}
      action="/conferences"
      otherParams={others}
      onChoose={close}
      onClose={() => close()}
      clearLink={(className, children) => (
        <Link to="/conferences" search={others} replace resetScroll={false} className={className}>
          {children}
        </Link>
      )}
    />
  )
}
