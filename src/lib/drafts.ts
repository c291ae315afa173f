// What was typed into a form, kept for this tab until it is saved: a failed save, a reload or a new sign-in loses nothing.

const name = (key: string) => `hallway-draft ${key}`

export function keepDraft(key: string, values: unknown): void {
  try {
    sessionStorage.setItem(name(key), JSON.stringify(values))
  } catch {
    // Storage is full or forbidden: the form works, only without a draft.
  }
}

export function draftOf<Values>(key: string): Partial<Values> | undefined {
  try {
    const kept = sessionStorage.getItem(name(key))
    return kept ? (JSON.parse(kept) as Partial<Values>) : undefined
  } catch {
    return undefined
  }
}

/** For when somebody leaves: the next person at this screen finds nothing. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(name(''))) sessionStorage.removeItem(key)
  } catch {
    // See keepDraft.
  }
}

export const dropDraft = (key: string) => {
  try {
    sessionStorage.removeItem(name(key))
  } catch {
    // See keepDraft.
  }
}
