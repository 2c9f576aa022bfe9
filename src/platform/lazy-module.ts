import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/**
 * A module that is loaded when it is first used, for what most processes never touch: the name of a package, or the whole
 * path of a file. Whoever uses it need not wait, so nothing above becomes asynchronous for it; where one waits anyway,
 * `await import()` does the same. `Module` is what `require` gives of it. Throws, once used, when there is none.
 */
export function lazyModule<Module>(name: string): () => Module {
  // Node keeps what it has loaded.
  return () => load(name)
}
