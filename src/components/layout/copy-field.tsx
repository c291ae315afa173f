import { Link2 } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'
import { toast } from '#lib/toasts.ts'
import { buttonClass } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'

/** A text to take elsewhere, with a button that copies it. `what` begins the sentence that it is copied: 'Address'. */
export function CopyField({ id, value, what }: { id: string; value: string; what: string }) {
  return (
    <div className="mt-1.5 flex gap-2">
      <TextInput id={id} readOnly value={value} className="min-w-0 flex-1 text-sm" />
      <button
        type="button"
        className={buttonClass({ look: 'quiet' })}
        onClick={async () => {
          try {
            await navigator.clipboard.writeText(value)
            toast('success', `${what} copied to clipboard!`)
          } catch {
            toast('failure', `Could not copy. Please copy the ${what.toLowerCase()} from its field.`)
          }
        }}
      >
        <Icon icon={Link2} className="size-4" />
        Copy
      </button>
    </div>
  )
}
