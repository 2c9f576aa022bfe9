/** A practice shop's response in WooCommerce's form; `pages` is the number of pages of a list. */
export type WooAnswer = Readonly<{ status: number; body: unknown; pages?: number }>

/** Returns an error response in WordPress's form. */
export function errorAnswer(status: number, code: string, message: string): WooAnswer {
  return { status, body: { code, message, data: { status } } }
}

/** Reads the page and page size of a request for a list. */
export function readPage(query: URLSearchParams): { page: number; perPage: number } {
  const read = (name: string, usual: number, max: number) =>
    Math.min(max, Math.max(1, Math.trunc(Number(query.get(name) ?? usual)) || usual))
  return { page: read('page', 1, 10_000), perPage: read('per_page', 10, 100) }
}

/** Returns an object with the fields of `_fields` only. */
export function selectFields(thing: Record<string, unknown>, query: URLSearchParams): object {
  const wanted = query.get('_fields')?.split(',')
  return wanted ? Object.fromEntries(Object.entries(thing).filter(([name]) => wanted.includes(name))) : thing
}

/** Parses a JSON text; undefined where it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
