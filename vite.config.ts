import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { leanReact } from './scripts/lean-react.ts'

/** What every page loads anyway: packages, what the entry imports at once, and small things that most pages share. */
const SHARED = [
  /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\//,
  /^\0(unused|vite)/,
  /lucide-react\/dist\/esm\/(?!icons)|icons\/(check|menu|shopping-bag|x)\.mjs/,
  /src\/core\/money/,
  /src\/web\/app\/(calls\/api|head|toast|page|navigation|routes|router|shown-error|hydration\/late-scripts)\.ts/,
  /src\/web\/app\/offline\/offline-state|src\/web\/ui\/(link|button|live-region|skeleton)/,
  /src\/web\/shared\/(product\/(picture|product-picture|price-view|stars|product-card-model)|cart\/cart-|address\/place-of|loading\/loaded-component)/,
  /src\/web\/shared\/(loading\/(lazy|use-failure-toast|saved-scroll)|forms\/quantity-stepper|cart\/announce-added)|content\/claims/,
  /src\/web\/shell\/(logo|header\/header\.|late-shell|route|frame|fallback)|not-found\/not-found-view/,
]

/** What all lists of pieces are made of. */
const LISTING =
  /src\/web\/shared\/(product\/(product-grid|product-card\.)|listing\/listing-results|paging\/)|src\/web\/ui\/chip/

/** What the steps of the checkout have in common. */
const BUYING =
  /storefront\/checkout\/(checkout-frame|form\/(checkout-form|choice-card|section-heading|form-draft|browser-session|field-id|use-focus-back)|order\/order-attempt|payment\/payment-step-href)|address\/address-fields/

const COMPRESSIBLE = /\.(js|css|svg|json|txt|html|webmanifest)$/

/**
 * `vite build --app` makes both halves of the web: `dist/client` for the browser, hashed and compressed, and
 * `dist/server` with everything in it, so that React's production build runs whatever NODE_ENV says.
 */
export default defineConfig({
  plugins: [react(), tailwindcss(), withoutUnused(), leanReact(), compressed()],
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
          input: ['src/web/app/entry-client.tsx', 'src/web/app/hydrate.ts'],
          // What is needed together compresses better in one file than in many.
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'shop', test: isShared, includeDependenciesRecursively: true },
                { name: 'listing', test: LISTING },
                { name: 'buying', test: BUYING },
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

function isShared(id: string): boolean {
  return SHARED.some((pattern) => pattern.test(id))
}

/**
 * What is better left out: the module, who imports it, and what stands in for it; in the browser's half only, or, where
 * it changes what is drawn, in both.
 */
const UNUSED: readonly { file: string; importer: string; code: string; inBoth?: true }[] = [
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
  // It fetches the style sheets of late parts; there is one style sheet for all.
  {
    file: 'vite/preload-helper.js',
    importer: '/src/web/',
    code: 'export const __vitePreload = (load) => load()',
  },
  // The shop gives its icons a class and a stroke, and hides them from readers itself: no settings by context.
  {
    file: '/createLucideIcon.mjs',
    importer: '/lucide-react/',
    inBoth: true,
    code: `
      import { createElement } from 'react'
      const shape = {
        xmlns: 'http://www.w3.org/2000/svg', width: 24, height: 24, viewBox: '0 0 24 24',
        fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round',
      }
      const part = ([name, attributes]) => createElement(name, attributes)
      export default ({ node }) => (props) => createElement('svg', { ...shape, ...props }, node.map(part))`,
  },
]

/** Takes 9 KB of unused modules out of what every page loads. */
function withoutUnused(): Plugin {
  return {
    name: 'without-unused',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      const isBrowser = this.environment.name === 'client'
      const index = UNUSED.findIndex(
        (each) => (isBrowser || each.inBoth) && id.endsWith(each.file) && importer?.includes(each.importer),
      )
      return index === -1 ? undefined : `\0unused-${index}`
    },
    load: (id) => UNUSED.find((_, index) => id === `\0unused-${index}`)?.code,
    transform(code, id) {
      // Which file draws a page is told to the browser by the server, page by page: a name less for each page there is.
      if (this.environment.name !== 'client' || !id.endsWith('/src/web/app/routes.ts')) return undefined
      return { code: code.replaceAll(/^ *source: '.*',\n/gm, ''), map: null }
    },
  }
}

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
