import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/**
 * Returns a loader of a module on first use, for modules that most processes never need. `name` is a package, or the
 * whole path of a file. The loader is synchronous, so callers need not become asynchronous; asynchronous callers can
 * use `await import()`. `Module` is the result of `require`. Throws on first use when the module does not exist.
 */
export function lazyModule<Module>(name: string): () => Module {
  // Node caches loaded modules.
  return () => load(name)
}
