/** What a page's `load` gave, as the document carries it from the server to the browser. */
export type PageData = Readonly<{ json: string }>

/** What was packed here, or unpacked already: in one and the same place nothing is read twice. */
const known = new WeakMap<PageData, unknown>()

/**
 * Data as one text. The router would write each object and field of it on its own, which costs as much time as drawing
 * a third of a listing, and more bytes. What JSON cannot carry does not arrive.
 */
export function packed(data: unknown): PageData {
  const page = { json: JSON.stringify(data ?? null) }
  known.set(page, data ?? null)
  return page
}

/** The data again. */
export function unpacked(page: PageData): unknown {
  if (!known.has(page)) known.set(page, JSON.parse(page.json))
  return known.get(page)
}
