import { readdir, stat } from 'node:fs/promises'

type Manifest = {
  tsrStartManifest: () => { routes: Record<string, { preloads?: string[]; children?: string[] }> }
}

/** Bytes of script, compressed with brotli, of each route's page in the built site. */
export async function scriptSizes(): Promise<Map<string, number>> {
  const assets = new URL('../../dist/server/assets/', import.meta.url)
  const file = (await readdir(assets)).find((name) => name.startsWith('_tanstack-start-manifest'))
  if (!file) throw new Error('The site is not built (npm run build)')
  const { tsrStartManifest }: Manifest = await import(new URL(file, assets).href)
  const { routes } = tsrStartManifest()
  const parents = new Map(
    Object.entries(routes).flatMap(([id, { children = [] }]) => children.map((child) => [child, id])),
  )
  // A layout without its own chunk (the guard for signed-in pages) is not in the manifest.
  const chunks = (id: string): string[] => [
    ...(id === '__root__' ? [] : chunks(parents.get(id) ?? '__root__')),
    ...(routes[id]?.preloads ?? []),
  ]
  const pages = Object.keys(routes).filter((id) => !routes[id]?.children)
  const sizes = pages.map(async (id) => {
    const parts = [...new Set(chunks(id))].map(async (path) => {
      const { size } = await stat(new URL(`../../dist/client${path}.br`, import.meta.url))
      return size
    })
    return [id, (await Promise.all(parts)).reduce((sum, size) => sum + size, 0)] as const
  })
  return new Map(await Promise.all(sizes))
}
