import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    tailwindcss(),
    tanstackStart({ router: { generatedRouteTree: 'route-tree.gen.ts', quoteStyle: 'single' } }),
    react(),
  ],
  build: { assetsInlineLimit: 0 },
})
