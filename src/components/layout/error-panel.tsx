import { ORPCError } from '@orpc/client'
import { useRouter } from '@tanstack/react-router'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { UnreachableError } from '#lib/account.ts'
import { messageOf } from '#lib/query-client.ts'

export function ErrorPanel({
  error,
  title = 'This page could not be loaded',
}: {
  error: unknown
  title?: string
}) {
  const router = useRouter()
  const id = errorId(error)
  // The title may say either already, and the server the second.
  const why = title.includes(messageOf(error)) ? '' : sentence(error)
  const again = /try again/i.test(title + why) ? '' : 'Please try again in a moment.'
  // A new document also brings the scripts of a version that was installed meanwhile; but not before there is one.
  const tryAgain = async () => {
    const page = isUnreachable(error)
      ? await fetch(location.href, { method: 'HEAD' }).catch(() => {})
      : undefined
    if (page?.ok) location.reload()
    else await router.invalidate()
  }
  return (
    <Notice title={title} action={<Button onClick={tryAgain}>Try again</Button>}>
      <p role="alert">{`${why} ${again}`.trim()}</p>
      {id && <p className="mt-2 text-sm">If this keeps happening, please send us this error number: {id}</p>}
    </Notice>
  )
}

/** The server's own sentence, that it cannot be reached, or a general one for a fault of the page. */
const sentence = (error: unknown) => {
  if (error instanceof ORPCError) return `${error.message.replace(/\.$/, '')}.`
  return isUnreachable(error) ? messageOf(error) : 'Something went wrong on our side.'
}

/** Browsers say in their own words that the script of a page could not be loaded. */
const isUnreachable = (error: unknown) =>
  error instanceof UnreachableError ||
  (error instanceof TypeError && /module script|imported module/.test(error.message))

/** The id that the server gave to an unexpected error (platform/procedures/failures.ts). */
function errorId(error: unknown): string | undefined {
  const data = error && typeof error === 'object' && 'data' in error ? error.data : undefined
  return data && typeof data === 'object' && 'id' in data ? String(data.id) : undefined
}
