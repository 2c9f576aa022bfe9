import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

const SHARED =
  /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\/|lucide-react\/dist\/esm\/(?!icons)|src\/web\/(ui\/link|ui\/button|parts\/(picture|product-picture|price-shown))/

const COMPRESSIBLE = /\.(js|css|svg|json|txt|html)$/

/**
 * `vite build --app` makes both halves of the web: `dist/client` for the browser, hashed and compressed, and
 * `dist/server` with everything in it, so that React's production build runs whatever NODE_ENV says.
 */
export default defineConfig({
  plugins: [react(), tailwindcss(), withoutUnused(), compressed()],
  clearScreen: false,
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
          input: 'src/web/entry-client.tsx',
          // What every page needs anyway compresses better in one file than in many.
          output: { codeSplitting: { groups: [{ name: 'shop', test: SHARED }] } },
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
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: { input: 'src/web/entry-server.tsx' },
      },
    },
  },
})

/** What the browser's half is better without: the module, who imports it, and what stands in for it. */
const UNUSED = [
  // The router's route objects bring its own Link along, which no page renders: `ui/link.tsx` is the shop's.
  {
    file: '/link.js',
    importer: '/@tanstack/react-router/',
    code: 'const none = () => null; export { none as Link, none as createLink, none as linkOptions, none as useLinkProps }',
  },
  // Each new page begins at its top (ROUTE-02); `shell/route-announcer.tsx` sees to it.
  {
    file: '/scroll-restoration.js',
    importer: '/@tanstack/router-core/dist/esm/router.js',
    code: 'export const setupScrollRestoration = () => undefined',
  },
  // React has had this of its own since version 18.
  {
    file: 'use-sync-external-store/shim',
    importer: '/use-sync-external-store/',
    code: "export { useSyncExternalStore } from 'react'",
  },
] as const

/** Takes 7 KB of unused modules out of what every page loads. */
function withoutUnused(): Plugin {
  return {
    name: 'without-unused',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (id, importer) => {
      const index = UNUSED.findIndex((each) => id.endsWith(each.file) && importer?.includes(each.importer))
      return index === -1 ? undefined : `\0unused-${index}`
    },
    load: (id) => UNUSED.find((_, index) => id === `\0unused-${index}`)?.code,
  }
}

/** Puts `.br` and `.gz` beside each text file of the browser's half, as small as they get: nobody waits for it. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle: ({ dir }) => {
      if (dir) compressFolder(dir)
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
