import { Check, Copy, Link2 } from 'lucide'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { toast } from '#lib/toasts.ts'
import { limits } from '#src/limits.ts'

/** Copies a code, or the link that opens the registration with it, and confirms it for two seconds. */
export function CopyCodeButton({ code, withLink = false }: { code: string; withLink?: boolean }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), limits.copyConfirmation)
    return () => clearTimeout(timer)
  }, [isCopied])
  async function copy() {
    try {
      await navigator.clipboard.writeText(withLink ? `${location.origin}/auth?code=${code}` : code)
      setCopied(true)
      toast('success', withLink ? 'Link copied to clipboard!' : 'Code copied to clipboard!')
    } catch {
      toast('failure', withLink ? 'Failed to copy link' : 'Failed to copy code')
    }
  }
  const icon = isCopied ? Check : withLink ? Link2 : Copy
  return (
    <Button
      look="quiet"
      size="small"
      onClick={copy}
      aria-label={withLink ? `Copy link with ${code}` : `Copy ${code}`}
    >
      <Icon icon={icon} className="size-4" />
      {isCopied ? 'Copied' : withLink ? 'Copy link' : 'Copy'}
    </Button>
  )
}
