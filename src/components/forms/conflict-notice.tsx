import { useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { Difference } from '#lib/form-fields.ts'

type Props = { noun: string; differences: Difference[]; onOverwrite: () => void; onLoad: () => void }

export function ConflictNotice({ noun, differences, onOverwrite, onLoad }: Props) {
  const notice = useRef<HTMLElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-labelledby="conflict"
      className="border-2 border-accent px-5 py-4 outline-none"
    >
      <h2 id="conflict" className="text-xl">
        Someone else has changed this {noun} in the meantime
      </h2>
      <p className="mt-1 text-quiet">Your changes are not lost. These fields differ:</p>
      <dl className="mt-3 grid gap-3">
        {differences.map(({ label, mine, other }) => (
          <div key={label} className="border-t border-hairline pt-2">
            <dt className="font-semibold">{label}</dt>
            <dd className="line-clamp-4">
              <span className="text-quiet">Yours: </span>
              {mine || 'nothing'}
            </dd>
            <dd className="line-clamp-4">
              <span className="text-quiet">Theirs: </span>
              {other || 'nothing'}
            </dd>
          </div>
        ))}
      </dl>
      {differences.length === 0 && <p className="mt-2">Both versions are the same.</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={onOverwrite}>Keep my version</Button>
        <Button look="outline" onClick={onLoad}>
          Use the other version
        </Button>
      </div>
    </section>
  )
}
