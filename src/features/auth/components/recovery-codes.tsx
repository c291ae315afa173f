import { useEffect, useRef } from 'react'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { toast } from '#lib/toasts.ts'

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // What was focused before is gone.
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <div className="max-w-prose">
      <h3 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Keep these recovery codes
      </h3>
      <p className="mt-1">
        If you lose your phone, each code lets you sign in once. They are shown only now, so store them
        somewhere other than your phone.
      </p>
      <ul
        aria-label="Recovery codes"
        className="my-4 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6 gap-y-1 bg-wash px-4 py-3 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          look="outline"
          onClick={() =>
            navigator.clipboard.writeText(text).then(
              () => toast('success', 'Recovery codes copied to clipboard!'),
              () => toast('failure', 'Could not copy. Please copy the codes from the list.'),
            )
          }
        >
          Copy
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
          className={buttonClass({ look: 'outline' })}
        >
          Download
        </a>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </div>
  )
}
