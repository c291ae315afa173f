import {
  defineHandlerCallback,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import { createStartHandler } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { routeTree } from './route-tree.gen.ts'

/**
 * Whole pages as one string, since every loader has its data before rendering. The host is given the string itself: as
 * the body of the response it would be encoded and decoded again, which takes a tenth of the time of a page.
 */
const render = defineHandlerCallback(async ({ router, responseHeaders: headers }) => {
  const host = globalThis.hallwayHost
  await host?.beforeRender()
  const body = host?.isForAnswers()
    ? JSON.stringify(await router.options.dehydrate?.())
    : await transformHtmlStringWithRouter(router, renderToString(createElement(RouterServer, { router })))
  const status = getSsrStatus(router)
  if (!host) return new Response(body, { status, headers })
  host.rendered(
    body,
    router.state.matches.some(({ params, search }) => 'token' in { ...params, ...search }),
  )
  return new Response(null, { status, headers })
})

/** The patterns of the pages that everybody may find: '/cities/$locationName'. A route says itself that it is not listed. */
type PageRoute = { options: { id: string; path?: string; staticData?: { isUnlisted?: boolean } } }
const listedPages = Object.values((routeTree.children ?? {}) as unknown as Record<string, PageRoute>)
  .map(({ options }) => options)
  .filter(({ id, path, staticData }) => path && id !== '/admin' && !staticData?.isUnlisted)
  .map(({ path }) => path!.replace(/(?<=.)\/$/, ''))

export default { fetch: createStartHandler(render), listedPages }
