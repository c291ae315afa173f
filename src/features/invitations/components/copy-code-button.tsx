import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { toast } from '#lib/toasts.ts'
import { limits } from '#src/limits.ts'

/** Copies a code and confirms it for two seconds. */
export function CopyCodeButton({ code }: { code: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), limits.copyConfirmation)
    return () => clearTimeout(timer)
  }, [isCopied])
  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      setCopied(true)
      toast('success', 'Code copied to clipboard!')
    } catch {
      toast('failure', 'Failed to copy code')
    }
  }
  const Icon = isCopied ? Check : Copy
  return (
    <Button look="quiet" size="small" onClick={copy} aria-label={`Copy ${code}`}>
      <Icon aria-hidden="true" className="size-4" />
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}
