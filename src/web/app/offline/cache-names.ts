/** The prefix of all caches of the shop. Caches that are not listed below are from an older version and deleted. */
export const CACHE_PREFIX = 'cabochon-'

/** The caches: the offline page with its files, scripts and styles, pictures, and the last visited pages. */
export const CACHES = {
  shell: `${CACHE_PREFIX}shell-1`,
  files: `${CACHE_PREFIX}files-1`,
  pictures: `${CACHE_PREFIX}pictures-1`,
  pages: `${CACHE_PREFIX}pages-2`,
} as const

/** The maximum numbers of cached responses of each kind: a few megabytes together. */
export const CACHE_LIMITS = { files: 120, pictures: 150, pages: 30 } as const

/** The page that replaces pages that are unavailable offline. */
export const OFFLINE_PATH = '/offline'

/** The headers that the worker adds to a cached page: the time (ISO), and its title (percent-encoded). */
export const CACHED_AT_HEADER = 'x-cached-at'
export const CACHED_TITLE_HEADER = 'x-cached-title'
