import { idPattern } from '#core/ids.ts'
import { isPrivatePath } from '#web/app/router/addresses.ts'

/**
 * Returns the canonical URL (path and query) of a public page requested by another: in capitals, with extra slashes, with a
 * repeated parameter (the last one counts) or an empty one, as a form sends it before the page is hydrated. Undefined when the
 * address is canonical already, or leads to no page or to a private one. `paths` are the patterns of the pages.
 */
export function getCanonicalUrl(url: string, paths: readonly string[]): string | undefined {
  const { pathname, search } = new URL(url)
  const path = canonicalizePath(pathname, paths)
  if (path === undefined) return undefined
  const canonical = path + canonicalizeQuery(search)
  return canonical === pathname + search ? undefined : canonical
}

function canonicalizePath(pathname: string, paths: readonly string[]): string | undefined {
  if (isPrivatePath(pathname)) return undefined
  const path = pathname.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  const [, folder = '', name = ''] = /^\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  if (folder === '') return paths.find((known) => !known.includes('$') && known === path.toLowerCase())
  const start = `/${folder.toLowerCase()}/`
  if (!paths.some((known) => known.startsWith(`${start}$`))) return undefined
  const id = name.toLowerCase()
  return start + (idPattern('product').test(id) ? id : name)
}

/** The query without empty and repeated parameters; as it was where there is none of these, however it is written. */
function canonicalizeQuery(search: string): string {
  const parameters = [...new URLSearchParams(search)]
  const last = new Map(parameters)
  const nonEmpty = [...last].filter(([, value]) => value !== '')
  if (nonEmpty.length === parameters.length) return search
  const query = new URLSearchParams(nonEmpty).toString()
  return query === '' ? '' : `?${query}`
}
