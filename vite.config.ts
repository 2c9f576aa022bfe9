import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|svg|json|txt|html|webmanifest)$/

/**
 * `vite build --app` makes both halves of the web: `dist/client` for the browser, hashed and compressed, and
 * `dist/server` with everything in it, so that React's production build runs whatever NODE_ENV says.
 */
export default defineConfig({
  plugins: [react(), tailwindcss(), compressed()],
  clearScreen: false,
  // The shim is for React before 18; the same package has the hook without it.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: false,
        cssCodeSplit: false,
        rolldownOptions: {
          input: ['src/web/app/entry-client.tsx', 'src/web/app/hydrate.ts'],
          // What every page needs at once is one file; beyond that chunks follow the routes.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'base',
                  tags: ['$initial'],
                  test: (id: string) => !id.includes('app/hydrat') && !id.includes('early-clicks'),
                },
                // What nearly all sections of the consoles need is one file.
                {
                  name: 'console',
                  test: /src\/web\/console\/|@tanstack/,
                  minShareCount: 60,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Vite leaves this to run time on servers; React's development build is five times slower.
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      resolve: { noExternal: true },
      build: {
        outDir: 'dist/server',
        ssr: true,
        // Node keeps the text of what it runs: half of it would be comments, and one letter beyond Latin doubles a file's.
        minify: true,
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: { input: 'src/web/app/entry-server.tsx' },
      },
    },
    // The service worker: one plain script under an address that never changes. It comes last, as the first empties the folder.
    worker: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: 'src/web/app/offline/worker.ts',
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    },
  },
})

/** Puts `.br` and `.gz` beside each text file of the browser's half, as small as they get: nobody waits for it. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client' || name === 'worker',
    writeBundle({ dir }) {
      if (!dir) return
      if (this.environment.name === 'worker') compressFile(path.join(dir, 'sw.js'))
      else compressFolder(dir)
    },
  }
}

function compressFolder(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    if (statSync(file).isDirectory()) compressFolder(file)
    else if (COMPRESSIBLE.test(name)) compressFile(file)
  }
}

function compressFile(file: string): void {
  const bytes = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
