import { ORPCError } from '@orpc/client'
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UnreachableError } from '#lib/account.ts'
import { ErrorPanel } from './error-panel.tsx'

const router = createRouter({ routeTree: createRootRoute() })

const textOf = (error: unknown, title?: string) => {
  const panel = createElement(ErrorPanel, { error, title })
  const html = renderToStaticMarkup(createElement(RouterContextProvider, { router } as never, panel))
  return html
    .replace(/<button.*/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

const failure = new ORPCError('INTERNAL_SERVER_ERROR', { message: 'An unexpected error occurred' })
const busy = new ORPCError('SERVICE_UNAVAILABLE', {
  message: 'Hallway is busy. Please try again in a moment.',
})

test.each([
  [
    failure,
    undefined,
    'This page could not be loaded An unexpected error occurred. Please try again in a moment.',
  ],
  [busy, undefined, 'This page could not be loaded Hallway is busy. Please try again in a moment.'],
  [
    failure,
    'Error loading topics. Please try again later.',
    'Error loading topics. Please try again later. An unexpected error occurred.',
  ],
  [
    failure,
    'Error loading claims: An unexpected error occurred',
    'Error loading claims: An unexpected error occurred Please try again in a moment.',
  ],
  [
    new UnreachableError(true),
    undefined,
    'This page could not be loaded Something went wrong on our side. Please try again in a moment.',
  ],
])('a page that failed says each thing once', (error, title, text) => {
  expect(textOf(error, title)).toBe(text)
})
