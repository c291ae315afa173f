import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { api } from '#lib/api.ts'
import { limits } from '#src/limits.ts'

/** Speakers by a part of their name; earlier results stay until the new ones arrive. */
export function useSpeakerSearch(text: string) {
  const typed = text.trim()
  const search = useDeferredValue(typed)
  const isLongEnough = search.length >= limits.searchTermMin
  const {
    data = [],
    isPlaceholderData,
    isFetching,
  } = useQuery({
    ...api.speakers.search.queryOptions({ input: { search } }),
    enabled: isLongEnough,
    placeholderData: (previous) => previous,
  })
  return {
    speakers: isLongEnough ? data : [],
    isLongEnough,
    isFetching,
    /** The speakers do not match the text yet. */
    isSearching: search !== typed || (isLongEnough && (isFetching || isPlaceholderData)),
  }
}

export type SpeakerMatch = ReturnType<typeof useSpeakerSearch>['speakers'][number]
