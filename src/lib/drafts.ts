// What was typed into a form, kept for this tab until it is saved: a failed save, a reload or a new sign-in loses nothing.

const name = (key: string) => `hallway-draft ${key}`

export function storeDraft(key: string, values: unknown): void {
  try {
    sessionStorage.setItem(name(key), JSON.stringify(values))
  } catch {
    // Storage is full or forbidden: the form works, only without a draft.
  }
}

export function readDraft<Values>(key: string): Partial<Values> | undefined {
  try {
    const draft = sessionStorage.getItem(name(key))
    return draft ? (JSON.parse(draft) as Partial<Values>) : undefined
  } catch {
    return undefined
  }
}

/** For when somebody leaves: the next person at this screen finds nothing. */
export function removeAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(name(''))) sessionStorage.removeItem(key)
  } catch {
    // See storeDraft.
  }
}

export const removeDraft = (key: string) => {
  try {
    sessionStorage.removeItem(name(key))
  } catch {
    // See storeDraft.
  }
}
