import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { Host } from '#platform/procedures/host.ts'
import { pagePolicy, workerPolicy } from '../pages/security.ts'
import type { AppOptions } from './requests.ts'

/** Replaces the service worker where offline copies are off: it deletes everything and unregisters itself. */
const endingWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) =>
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => registration.unregister()),
  ),
)
`

/** The service worker, the page that it shows without network, and what makes the site an app (src/features/offline). */
export function offlineFiles(app: Hono<Host>, { siteName, siteUrl, offline }: AppOptions) {
  const script = { 'content-type': 'text/javascript; charset=utf-8', 'content-security-policy': workerPolicy }
  const headers = { ...script, 'cache-control': 'no-cache' }
  if (offline === 'off') {
    app.get('/sw.js', (c) => c.body(endingWorker, 200, headers))
    app.get('/offline.html', (c) => c.text('Not found', 404))
  } else {
    app.get(
      '/sw.js',
      serveStatic({
        root: 'dist/client',
        precompressed: true,
        onFound: (_, c) => {
          for (const [name, value] of Object.entries(headers)) c.header(name, value)
        },
      }),
    )
    const policy = pagePolicy([], siteUrl.startsWith('https:'), '/')
    app.get(
      '/offline.html',
      serveStatic({
        root: 'dist/client',
        precompressed: true,
        onFound: (_, c) => {
          c.header('content-security-policy', policy)
          c.header('cache-control', 'no-cache')
        },
      }),
    )
  }
  app.get('/manifest.webmanifest', (c) =>
    c.body(JSON.stringify(manifest(siteName)), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': 'public, max-age=86400',
    }),
  )
}

const manifest = (name: string) => ({
  id: '/',
  name,
  short_name: name.slice(0, 12),
  description: 'Tech conferences, their programmes and My Schedule',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  background_color: '#faf7f0',
  theme_color: '#faf7f0',
  icons: [
    { src: '/app-icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/app-icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/app-icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'My Schedule', url: '/schedule' },
    { name: 'Directory', url: '/conferences' },
  ],
})
