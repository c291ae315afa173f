import { RouterClient } from '@tanstack/react-router/ssr/client'
import { createElement, StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { getRouter } from './router.tsx'

// The entry in the browser. Start's own brings the codec of its server functions along, and Hallway has none (10 kB).
const router = getRouter()
startTransition(() => {
  hydrateRoot(document, createElement(StrictMode, null, createElement(RouterClient, { router })))
})
