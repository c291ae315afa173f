import { ORPCError } from '@orpc/client'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { limits } from '#src/limits.ts'
import { isRefusal, isSessionOver, UnreachableError } from './account.ts'
import { api, offline } from './api.ts'
import { takeChangeSets } from './change-sets.ts'
import { otherAccount, pageViewerHeaders } from './page-viewer.ts'
import { type ToastMessage, toast } from './toasts.ts'

/** The toasts of a mutation, as texts or made from the result or the error's message. */
export type Messages<Input = never, Output = never> = {
  success?: ToastMessage | ((data: Output) => ToastMessage | undefined)
  failure?: ToastMessage | ((message: string) => ToastMessage)
  /** Takes the mutation back, for a button in the toast; nothing where it cannot be. */
  undo?: (variables: Input, data: Output) => (() => void) | undefined
  /** The control that was pressed shows the result: a message without `undo` is only read out. */
  isAnswered?: boolean
  /** The form says itself that the session has ended, and keeps what was typed. */
  hasForm?: boolean
  /** Whether an error means that the page is stale: its data is reloaded. */
  isStaleAfter?: (error: Error) => boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: Messages
  }
}

/**
 * One query client for each server-rendered page, one for the life of a browser tab. A successful mutation invalidates
 * every query, and `refresh` reruns the page's loaders: a few small requests, and no stale data on the page.
 */
export function createQueryClient(refresh: () => Promise<void>): QueryClient {
  const reload = async () => {
    await client.invalidateQueries({ refetchType: 'none' })
    await refresh()
  }
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // Offline a request fails at once and is said so, instead of waiting without a word.
      queries: { retry: shouldRetry, refetchOnWindowFocus: false, staleTime: 60_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSuccess: async (data, variables, _context, { meta = {}, state }) => {
        const { success, undo, isAnswered } = meta
        const message = typeof success === 'function' ? success(data as never) : success
        if (message)
          toast('success', message, {
            undo: undo?.(variables as never, data as never) ?? undoOf(client, state.submittedAt),
            isAnswered,
          })
        await reload()
      },
      onError: async (error, _variables, _context, { meta = {} }) => {
        const { failure, hasForm, isStaleAfter } = meta
        if (failure)
          toast('failure', failureMessage(error, failure), {
            isSaidInForm: hasForm,
            mustSignIn: isSessionOver(error) && !hasForm,
          })
        // The header and the buttons of a page that is open still know the person whose session is over.
        if (isSessionOver(error) ? !hasForm : isStaleAfter?.(error)) await reload()
      },
    }),
  })
  for (const [key, defaults] of defaultsOfSome) client.setQueryDefaults(key, defaults)
  return client
}

/** Undoes what was saved since a moment, for a button in the toast. */
function undoOf(client: QueryClient, since: number) {
  const setIds = takeChangeSets(since)
  if (setIds.length === 0) return undefined
  return () => void import('./undo-saved.ts').then(({ undoSaved }) => undoSaved(client, setIds))
}

const { speakerListStaleTime, speakerListGcTime, detailStaleTime } = limits

/** Made once: the server has a client for each page. */
const defaultsOfSome = [
  [api.speakers.list.key(), { staleTime: speakerListStaleTime, gcTime: speakerListGcTime }],
  [api.speakers.detail.key(), { staleTime: detailStaleTime }],
  [api.eventClaims.mine.key(), { staleTime: detailStaleTime }],
  [api.programme.eventsOfSpeaker.key(), { staleTime: detailStaleTime }],
] as const

/** What a page was made from, as it is sent with it: each answer by the text of its key. */
export type Answers = { at: number; data: Record<string, unknown> }

/** Less than TanStack's own: how an answer was fetched is of no use to the browser, and took as many bytes as most answers. */
export const answersOf = (client: QueryClient): Answers => ({
  at: Date.now(),
  data: Object.fromEntries(
    client
      .getQueryCache()
      .getAll()
      .flatMap(({ queryHash, state }) => (state.status === 'success' ? [[queryHash, state.data]] : [])),
  ),
})

export function takeAnswers(client: QueryClient, { at, data }: Answers) {
  for (const [key, answer] of Object.entries(data))
    client.setQueryData(JSON.parse(key), answer, { updatedAt: at })
}

/**
 * Fetches in one request what the loaders of a page will ask for: they ask one by one, and some only after the answer to
 * another. What it does not bring they ask for themselves.
 */
export async function fetchAnswers(client: QueryClient, href: string): Promise<void> {
  const queryFn = async () => {
    const at = Date.now()
    const isChanging = client.isMutating() > 0
    const response = await fetch(`/api/answers?href=${encodeURIComponent(href)}`, {
      headers: pageViewerHeaders(),
    })
    const { data = {} }: Partial<Answers> = response.ok ? await response.json() : {}
    const changed = client.getMutationCache().find({ predicate: ({ state }) => state.submittedAt >= at })
    // What was read before a change must not take the place of what was read after it.
    if (!isChanging && !changed) takeAnswers(client, { at, data })
    return null
  }
  await client.fetchQuery({ queryKey: answersKey(href), queryFn, retry: false }).catch(() => {})
}

const answersKey = (href: string) => ['answers', href]

export const isFetchingAnswers = (client: QueryClient, href: string) =>
  client.getQueryState(answersKey(href))?.fetchStatus === 'fetching'

function failureMessage(error: Error, failure: NonNullable<Messages['failure']>): ToastMessage {
  if (isSessionOver(error)) return 'Please sign in to access this feature'
  if (error instanceof ORPCError && error.code === otherAccount) return error.message
  if (typeof failure === 'function') return failure(messageOf(error))
  if (!isRefusal(error) && typeof failure === 'string') return { title: failure, detail: messageOf(error) }
  // The message of a declared error says more than the general failure text.
  return error instanceof ORPCError && error.defined && error.status < 500 ? error.message : failure
}

/** The same as one text, for the form itself. */
export function failureText(error: Error, failure: Messages['failure']): string {
  const message = failureMessage(error, failure ?? ((text) => text))
  return typeof message === 'string' ? message : `${message.title.replace(/\.$/, '')}. ${message.detail}`
}

/** The message of an error for the person: the server's, or that the server could not be reached. */
export const messageOf = (error: unknown) =>
  (isRefusal(error) || error instanceof UnreachableError ? error : new UnreachableError()).message

/** Retries once, only in the browser, and not after a 4xx answer or where the copies have been asked. */
const shouldRetry = (failures: number, error: Error) =>
  !import.meta.env.SSR &&
  failures < 1 &&
  !(error instanceof ORPCError && error.status < 500) &&
  !offline.answer
