import { getPageViewer } from './page-viewer.ts'

// What was typed into a form, kept for this tab until it is saved: a failed save, a reload or a new sign-in loses nothing.

const prefix = 'hallway-draft '
// Of the account that the page was made for: nobody finds what another has typed.
const name = (key: string) => `${prefix}${getPageViewer() ?? ''} ${key}`

/** `base` is the version that was edited, to tell later who changed which field. */
export type Draft<Values> = { values: Partial<Values>; base?: Values }

export function storeDraft(key: string, draft: Draft<unknown>): void {
  try {
    sessionStorage.setItem(name(key), JSON.stringify(draft))
  } catch {
    // Storage is full or forbidden: the form works, only without a draft.
  }
}

export function readDraft<Values>(key: string): Draft<Values> | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(name(key)) ?? 'null') as Draft<Values> | null
    return draft?.values ? draft : undefined
  } catch {
    return undefined
  }
}

/** For when somebody leaves: the next person at this screen finds nothing. */
export function removeAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
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
