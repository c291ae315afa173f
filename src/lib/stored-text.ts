/** What this browser stores under a key; null where there is nothing, or storage is forbidden. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or with null nothing more. Where storage is full or forbidden, only this page knows it. */
export function writeStored(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // See above.
  }
}

/** The value that was stored as JSON; undefined also where somebody changed the text to something else. */
export function readStoredJson<Value>(key: string): Value | undefined {
  try {
    return JSON.parse(readStored(key) ?? '') as Value
  } catch {
    return undefined
  }
}
