import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { ProgrammeDocument } from '../reading/document.ts'

/** A document as it is stored: a tenth of its size, and no work for the database. */
export const packed = async (document: ProgrammeDocument): Promise<string> =>
  (await promisify(gzip)(JSON.stringify(document))).toString('base64')

export const unpacked = async (text: string): Promise<ProgrammeDocument> =>
  JSON.parse((await promisify(gunzip)(Buffer.from(text, 'base64'))).toString())

/** The same for files that say the same, in whatever order and with whatever spaces. */
export function digestOf(document: ProgrammeDocument): string {
  const byKey = <Entry extends { key: string }>(entries: Entry[]) =>
    entries.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const sorted = {
    ...document,
    tracks: document.tracks.toSorted(),
    talks: byKey(document.talks),
    breaks: byKey(document.breaks),
    people: byKey(document.people),
  }
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url')
}
