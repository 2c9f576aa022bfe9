import type { PageRule } from '#platform/http/page-key.ts'

/** The tag of every page that lists pieces. */
export const CATALOGUE_TAG = 'catalogue'

/** Lists may be so old, in milliseconds, that a busy shop draws them once a second and not at every sale. */
const LIST_STALE_MS = 1_000

/** The pages that are the same for everybody and kept finished. A piece's page carries its id as tag. */
export const PAGE_RULES: readonly PageRule[] = [
  { path: /^\/$/, query: [], tags: () => [CATALOGUE_TAG], staleMs: LIST_STALE_MS },
  {
    path: /^\/marketplace$/,
    query: ['category', 'sort', 'page'],
    tags: () => [CATALOGUE_TAG],
    staleMs: LIST_STALE_MS,
  },
  { path: /^\/product\/(prd_[0-9a-f]{32})$/, query: [], tags: (groups) => groups, staleMs: 0 },
  { path: /^\/404$/, query: [], tags: () => [], staleMs: 0, keepStatus: 404 },
]
