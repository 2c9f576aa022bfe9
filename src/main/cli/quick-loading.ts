import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Node reads a package's description again for each of its files. Drizzle's has 180 KB and 400 files, which costs
// half a second and 110 MB per start. A relative import of one of its modules is always another of its modules. Of
// zod's messages in 50 languages the shop uses none.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '../locales/index.js' && context.parentURL?.includes('/node_modules/zod/'))
      return next('../locales/en.js', context)
    if (!specifier.startsWith('.') || !context.parentURL?.includes('/node_modules/drizzle-orm/'))
      return next(specifier, context)
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
  },
})

// TypeScript is stripped and compiled once instead of at each start, unless the cache cannot be written.
enableCompileCache({ directory: fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)) })
