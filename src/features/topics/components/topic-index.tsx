import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { SearchBox } from '#components/forms/search-box.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { count, fold } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { PopularTopic } from '../topics.schemas.ts'
import { TopicCloud } from './topic-cloud.tsx'

/** All topics that an event has, with a box that narrows them. Without script the box is a form. */
export function TopicIndex({ topics, find = '' }: { topics: PopularTopic[]; find?: string }) {
  const [text, setText] = useState(find)
  const used = topics.filter(({ event_count }) => event_count > 0)
  const matchingTopics = used.filter(({ name }) => fold(name).includes(fold(text.trim())))
  if (used.length === 0) return <EmptyState>No topics found</EmptyState>
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <form action="/topics" onSubmit={(event) => event.preventDefault()} className="flex min-w-0 gap-3">
          <SearchBox
            name="find"
            label="Find a topic"
            value={text}
            maxLength={limits.topicName}
            onChange={(event) => setText(event.currentTarget.value)}
            className="min-w-0 sm:w-72"
            button="Find"
          />
        </form>
        <p role="status" className="text-quiet">
          {text.trim() === ''
            ? count(used.length, 'topic', 'topics')
            : `${matchingTopics.length.toLocaleString('en')} of ${count(used.length, 'topic', 'topics')}`}
        </p>
      </div>
      {matchingTopics.length === 0 ? (
        <EmptyState
          action={
            <Link to="/topics" onClick={() => setText('')} className="link">
              View all topics
            </Link>
          }
        >
          No topics found
        </EmptyState>
      ) : (
        <TopicCloud topics={matchingTopics} among={used} />
      )}
    </>
  )
}
