import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Node reads a package's description again for each of its files. Drizzle's is 180 KB and has 400 files: half a second and
// 110 MB at each start. What one of its modules imports by a relative path is always another module of it.
// Of zod's messages in 50 languages the shop shows none but its own.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '../locales/index.js' && context.parentURL?.includes('/node_modules/zod/'))
      return next('../locales/en.js', context)
    if (!specifier.startsWith('.') || !context.parentURL?.includes('/node_modules/drizzle-orm/'))
      return next(specifier, context)
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
  },
})

// TypeScript is stripped and compiled once, not at each start. Where nothing can be written it is done at each.
enableCompileCache({ directory: fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)) })
