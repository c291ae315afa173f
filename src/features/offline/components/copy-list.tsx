import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { hasOfflineCopies } from '#lib/offline.ts'
import { dashboardName, deleteCopy, type ListedCopy, listCopies } from '../copies.ts'
import { ageOf } from './offline-notice.tsx'

/** The copies in this browser, with their sizes. Without script there is no copy. */
export function CopyList() {
  const [copies, setCopies] = useState<ListedCopy[]>([])
  const read = async () => setCopies(await listCopies())
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has loaded
  useEffect(() => {
    if (hasOfflineCopies()) void read()
  }, [])
  if (copies.length === 0)
    return (
      <p className="max-w-prose text-quiet">
        Nothing is stored in this browser. Choose <strong>Keep offline</strong> on the page of a conference,
        and its programme and your schedule open without network.
      </p>
    )
  return (
    <ul>
      {copies.map(({ name, title, copiedAt, sizeBytes }) => (
        <li
          key={name}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-hairline py-2.5"
        >
          <span>
            {name === dashboardName ? (
              <Link to="/dashboard" className="link font-semibold">
                {title}
              </Link>
            ) : (
              <Link to="/conferences/$slug" params={{ slug: name }} className="link font-semibold">
                {title}
              </Link>
            )}
            <span className="block text-[0.9375rem] text-quiet">
              As of {ageOf(copiedAt, new Date())}, {Math.ceil(sizeBytes / 1000)} kB
            </span>
          </span>
          <Button
            look="quiet"
            size="small"
            onClick={async () => {
              await deleteCopy(name)
              await read()
            }}
          >
            Delete<span className="sr-only"> the copy of {title}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
