import { useParams } from '@tanstack/react-router'
import { NotFound } from '#components/layout/not-found.tsx'

export function TalkNotFound({ data }: { data?: unknown }) {
  const { slug = '' } = useParams({ strict: false })
  return (
    <NotFound title="Talk not found" to="/conferences/$slug" params={{ slug }} label="To the conference">
      {typeof data === 'string' ? data : 'It may have been removed, or the link may be wrong.'}
    </NotFound>
  )
}
