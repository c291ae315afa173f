import { useEffect, useRef } from 'react'
import { oneText } from '#lib/search-params.ts'

/**
 * A search box whose address follows the typing: `apply` is called after a pause with what it then holds, or at once by
 * `submit`. The box stays as it is typed, and takes over what the address says when that changes otherwise.
 */
export function useSearchWhileTyping(
  search: string | undefined,
  debounceMs: number,
  apply: (search: string | undefined, isTyping: boolean) => void,
) {
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What the address says, and after it what was typed here and is under way. */
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
    const text = oneText(box.current?.value)
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
  return { box, submit: () => send(false), type }
}
