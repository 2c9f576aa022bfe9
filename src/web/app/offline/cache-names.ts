/** The prefix of all caches of the shop. One that is not listed below is of an older version and is deleted. */
export const CACHE_PREFIX = 'cabochon-'

/** The caches: the offline page with all it needs, scripts and styles, pictures, and the pages seen last. */
export const CACHES = {
  shell: `${CACHE_PREFIX}shell-1`,
  files: `${CACHE_PREFIX}files-1`,
  pictures: `${CACHE_PREFIX}pictures-1`,
  pages: `${CACHE_PREFIX}pages-2`,
} as const

/** The maximum numbers of cached responses of each kind: a few megabytes together. */
export const CACHE_LIMITS = { files: 120, pictures: 150, pages: 30 } as const

/** The page that stands for what cannot be shown without a connection. */
export const OFFLINE_PATH = '/offline'

/** Headers that the worker notes on a page it caches: when (ISO time), and its title (percent-encoded). */
export const CACHED_AT_HEADER = 'x-cached-at'
export const CACHED_TITLE_HEADER = 'x-cached-title'
