import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { readMarkdown, type TextPage } from '#lib/read-markdown.ts'
import { configurationError } from '#platform/exit-code.ts'

const textNames = ['about', 'privacy', 'terms'] as const
export type Texts = Partial<Record<(typeof textNames)[number], TextPage>>

/** The operator's own pages, those that the folder has. Throws an Error of one line if it, or one of them, can't be read. */
export async function readTexts(folder: string | undefined): Promise<Texts> {
  if (!folder) return {}
  const texts: Texts = {}
  try {
    const files = await readdir(folder)
    for (const name of textNames)
      if (files.includes(`${name}.md`))
        texts[name] = readMarkdown(await readFile(path.join(folder, `${name}.md`), 'utf8'))
  } catch (error) {
    throw configurationError(`CONTENT_DIR can't be read: ${(error as Error).message}`)
  }
  const untitled = Object.entries(texts).find(([, { title }]) => !title)
  if (untitled)
    throw configurationError(
      `${untitled[0]}.md in CONTENT_DIR has no title: begin it with a line such as # About`,
    )
  return texts
}
