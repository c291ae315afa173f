import { cursor, manyTexts, oneOf, oneText } from '#lib/search-params.ts'

export type SpeakerSearch = {
  search?: string
  topics?: string[]
  view?: 'list'
  browse?: 'topics'
  /** The letter with which the list begins. */
  from?: string
  after?: string
}

export function speakerSearch(raw: Record<string, unknown>): SpeakerSearch {
  return {
    search: oneText(raw.search),
    topics: manyTexts(raw.topics),
    view: oneOf(raw.view, ['list']),
    browse: oneOf(raw.browse, ['topics']),
    from: oneText(raw.from)
      ?.toLowerCase()
      .match(/^\p{L}$/u)?.[0],
    after: cursor(raw.after),
  }
}

/** The search without its place in the list: a changed filter starts at the first page. */
export const firstPageOf = ({ after: _, from: __, ...search }: SpeakerSearch): SpeakerSearch => search
