import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { ApiClient } from '#server/api.ts'
import { UnreachableError } from './account.ts'
import { noteChangeSets } from './change-sets.ts'
import { pageViewerHeaders } from './page-viewer.ts'
import type { PostedForm } from './posted-form.ts'
import { limitSpeakerFetches } from './speaker-limit.ts'

declare global {
  /** The server's interface for rendering, set by server/pages/site.ts; undefined in the browser. */
  var hallwayHost:
    | {
        client: ApiClient
        nonce: () => string
        /** The form that this page answers, if it was sent without script. */
        posted: () => PostedForm | undefined
        /** Scripts of this page alone that run before the client script. */
        earlyScripts: () => string[]
        /** What the conference's page is rendered for, if not for a browser's window. */
        sheet: () => 'frame' | 'print' | undefined
        /** Whether only what the page is made from is asked for, and not the page. */
        isForAnswers: () => boolean
        /** Whether the page is for somebody who is signed in. */
        isForMember: () => boolean
        /** Resolves when it is this page's turn to be rendered. */
        beforeRender: () => Promise<void>
        /** Takes the files of the page's script. */
        loads: (files: string[]) => void
        /** `hasToken`: whether the matched route has a secret in its address, as a parameter named token. */
        rendered: (body: string, hasToken: boolean) => void
      }
    | undefined
}

type Ask = () => Promise<unknown>

/** Set while this browser has offline copies: answers what the network does not (src/features/offline/start.ts). */
export const offline: { answer?: (path: readonly string[], input: unknown, ask: Ask) => Promise<unknown> } =
  {}

const client: ApiClient =
  globalThis.hallwayHost?.client ??
  createORPCClient(
    new RPCLink({
      url: `${globalThis.location?.origin}/api/rpc`,
      headers: pageViewerHeaders,
      async fetch(request, init) {
        const response = await globalThis.fetch(request, init)
        noteChangeSets(response.headers)
        return response
      },
      interceptors: [
        ({ path, input, next }) => {
          if (path[0] === 'speakers') limitSpeakerFetches(path.join('.'))
          const ask = () =>
            next().catch((error: unknown) => {
              if (error instanceof ORPCError && !isOfProxy(error)) throw error
              // Of a request that failed browsers say TypeError; anything else was answered.
              throw new UnreachableError(!(error instanceof TypeError))
            })
          return offline.answer ? offline.answer(path, input, ask) : ask()
        },
      ],
    }),
  )

/** A failure that is not in the form of oRPC gets its headers as data. */
const isOfProxy = ({ status, data }: ORPCError<string, unknown>) =>
  status >= 500 && typeof data === 'object' && data !== null && 'headers' in data

/** Every procedure as query and mutation options: `api.events.detail.queryOptions({ input: { slug } })`. */
export const api = createTanstackQueryUtils(client)
