import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toast } from '#lib/toasts.ts'

const sentences: Record<string, string> = {
  'may-not-edit': 'You do not have permission to edit this event',
  'may-not-edit-speaker': 'You do not have permission to edit this speaker',
  'event-not-loaded': 'Could not load event',
}

/** Explains a redirect in a toast. The reason is in the URL's fragment, which is not part of any cache key. */
export function RedirectMessage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const sentence = sentences[hash]
    if (!sentence) return
    toast('failure', sentence)
    navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
  }, [hash, navigate])
  return null
}
