import { type FormEvent, useEffect, useRef } from 'react'
import { oneText } from '#lib/search-params.ts'

/**
 * A debounced search box in sync with the URL: `apply` is called with its text after a pause, or at once by `submit` of its form.
 * Typing is never overwritten; a change of the URL from elsewhere is.
 */
export function useSearchWhileTyping(
  search: string | undefined,
  debounceMs: number,
  apply: (search: string | undefined, isTyping: boolean) => void,
  /** What the URL holds of a text. */
  read: (text: unknown) => string | undefined = oneText,
) {
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The search of the URL, then the searches that were applied but have not reached the URL yet. */
  const expectedSearches = useRef([search])
  useEffect(() => {
    const index = expectedSearches.current.lastIndexOf(search)
    if (index >= 0) {
      expectedSearches.current = expectedSearches.current.slice(index)
      return
    }
    expectedSearches.current = [search]
    clearTimeout(timer.current)
    if (box.current) box.current.value = search ?? ''
  }, [search])
  const send = (isTyping: boolean) => {
    clearTimeout(timer.current)
    const text = read(box.current?.value)
    if (text !== expectedSearches.current.at(-1)) expectedSearches.current.push(text)
    else if (isTyping) return
    apply(text, isTyping)
  }
  const type = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(true), debounceMs)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the script was there
  useEffect(() => {
    type()
    return () => clearTimeout(timer.current)
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(false)
  }
  return { box, submit, type }
}
