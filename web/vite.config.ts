import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: '../src/hexless/server/dist', emptyOutDir: true, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8642', ws: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
})
