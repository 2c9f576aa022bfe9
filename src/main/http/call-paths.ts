/** Addresses that answer machines and have no contract. */
const OTHER_ROOTS = ['healthz', 'readyz', 'sitemaps', 'media', 'dev']

type CallPathInput = Readonly<{
  /** Paths of calls (`/orders/{id}`) and of mounted apps. */
  calls: readonly string[]
  /** Paths of pages (`/product/$id`). */
  pages: readonly string[]
}>

/**
 * Returns whether an address belongs to the calls, so that an unknown one is answered in their shape and not by a page. The roots
 * come from the contracts: below a root of a call everything is a call, but the pages that share it.
 */
export function createCallPathMatcher({ calls, pages }: CallPathInput): (path: string) => boolean {
  const roots = new Set([...OTHER_ROOTS, ...calls.map(getRoot)])
  roots.delete('')
  const sharedPages = pages.filter((page) => roots.has(getRoot(page))).map((page) => page.split('/'))
  return (path) => {
    if (!roots.has(getRoot(path))) return false
    const segments = path.split('/')
    return !sharedPages.some((page) => matchesPage(page, segments))
  }
}

function getRoot(path: string): string {
  return path.split('/')[1] ?? ''
}

function matchesPage(page: readonly string[], segments: readonly string[]): boolean {
  return (
    page.length === segments.length &&
    page.every((segment, index) => segment.startsWith('$') || segment === segments[index])
  )
}
