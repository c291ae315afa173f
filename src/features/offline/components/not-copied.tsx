import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { UnreachableError } from '#lib/account.ts'
import { CopyList } from './copy-list.tsx'

/** In place of a page that has no copy, while there is no network: which pages have one. */
export const NotCopied = ({ error }: ErrorComponentProps) => (
  <>
    <ErrorPanel error={error} title={error instanceof UnreachableError ? 'No network' : undefined} />
    <div className="page pb-16">
      <h2 className="ruled text-2xl">Kept offline</h2>
      <CopyList />
    </div>
  </>
)
