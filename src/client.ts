import { RouterProvider } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { createElement, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { hasOfflineCopies } from '#lib/offline.ts'
import { getRouter } from './router.tsx'

// The entry in the browser. Start's own brings the codec of its server functions along, and Hallway has none (10 kB).
const router = getRouter()
// Offered by the page of a conference, once somebody has saved a talk (install-hint.tsx).
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  globalThis.installPrompt = event
})

const startOffline = async (isOffline: boolean) =>
  (await import('#features/offline/start.ts')).startOffline(router, isOffline)

if (document.documentElement.dataset.offline === undefined) {
  startTransition(() => {
    hydrateRoot(document, createElement(StrictMode, null, createElement(RouterClient, { router })))
  })
  if (hasOfflineCopies()) void startOffline(false)
} else {
  // The worker's page, which has no content: it is rendered here, from the copies.
  void startOffline(true).then(() => createRoot(document).render(createElement(RouterProvider, { router })))
}
