import { ORPCError } from '@orpc/client'
import { useRouter } from '@tanstack/react-router'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'

/** The error component of a page: one plain sentence, the id of the log entry, and a button to retry. */
export function ErrorPanel({
  error,
  title = 'This page could not be loaded',
}: {
  error: unknown
  title?: string
}) {
  const router = useRouter()
  const id = errorId(error)
  return (
    <Notice title={title} action={<Button onClick={() => router.invalidate()}>Try again</Button>}>
      <p role="alert">{sentence(error)} Please try again in a moment.</p>
      {id && <p className="mt-2 text-sm">If this keeps happening, please send us this error number: {id}</p>}
    </Notice>
  )
}

/** The server's own sentence, or a general one where it could not answer at all. */
const sentence = (error: unknown) =>
  error instanceof ORPCError ? `${error.message.replace(/\.$/, '')}.` : 'Something went wrong on our side.'

/** The id that the server gave to an unexpected error (server/app.ts). */
function errorId(error: unknown): string | undefined {
  const data = error && typeof error === 'object' && 'data' in error ? error.data : undefined
  return data && typeof data === 'object' && 'id' in data ? String(data.id) : undefined
}
