import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/**
 * Returns a module that is loaded on first use, for what most processes never need. It is the name of a package, or
 * the whole path of a file. Its use is synchronous, so no caller has to become asynchronous; asynchronous callers
 * can use `await import()`. `Module` is what `require` returns. Throws on first use when there is no such module.
 */
export function lazyModule<Module>(name: string): () => Module {
  // Node caches loaded modules.
  return () => load(name)
}
