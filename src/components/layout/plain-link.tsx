import type { AnyRouter, LinkComponent } from '@tanstack/react-router'
import type { MouseEvent as Click, ComponentProps, SyntheticEvent } from 'react'
import { stringifySearch } from '#lib/search-params.ts'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  params?: Record<string, string>
  search?: Record<string, unknown>
  hash?: string
  resetScroll?: boolean
}

/**
 * A link that a list repeats, to a path that begins with `/`. The router's `Link` has a dozen hooks, matches its path and
 * listens to every change of the location; this one is an anchor. It does not know whether its page is the current one.
 */
export const PlainLink = (({ to, params, search, hash, resetScroll, ...attributes }: Props) => (
  <a
    {...attributes}
    {...(resetScroll === false ? handlersInPlace : handlers)}
    href={
      to.replace(/\$(\w+)/g, (_, name) => encodeURIComponent(params?.[name] ?? '')) +
      (search ? stringifySearch(search) : '') +
      (hash ? `#${hash}` : '')
    }
  />
)) as LinkComponent<'a'>

let router: AnyRouter | undefined

/** Called once in the browser. */
export function followPlainLinks(routerOfTab: AnyRouter) {
  router = routerOfTab
}

type LinkEvent = SyntheticEvent<HTMLAnchorElement>

const hrefOf = ({ currentTarget }: LinkEvent) => currentTarget.getAttribute('href') ?? ''

const follow = (event: Click<HTMLAnchorElement>, resetScroll?: boolean) => {
  const { metaKey, altKey, ctrlKey, shiftKey, button, defaultPrevented } = event
  if (!router || defaultPrevented || metaKey || altKey || ctrlKey || shiftKey || button !== 0) return
  event.preventDefault()
  cancelPreload()
  router.navigate({ href: hrefOf(event), resetScroll })
}

const preload = (href: string) => {
  if (router?.options.defaultPreload === 'intent') router.preloadRoute({ href } as never).catch(() => {})
}

let preloadTimer: ReturnType<typeof setTimeout> | undefined
const cancelPreload = () => clearTimeout(preloadTimer)

/** After as long as the router's own links wait. */
const preloadSoon = (event: LinkEvent) => {
  const href = hrefOf(event)
  cancelPreload()
  preloadTimer = setTimeout(() => preload(href), router?.options.defaultPreloadDelay)
}

/** The same for all links, so that a page with hundreds makes none for each; none where a page is only rendered. */
const handlers = !import.meta.env.SSR && {
  onClick: (event: Click<HTMLAnchorElement>) => follow(event),
  onMouseEnter: preloadSoon,
  onMouseLeave: cancelPreload,
  onFocus: preloadSoon,
  onBlur: cancelPreload,
  onTouchStart: (event: LinkEvent) => preload(hrefOf(event)),
}
const handlersInPlace = handlers && {
  ...handlers,
  onClick: (event: Click<HTMLAnchorElement>) => follow(event, false),
}
