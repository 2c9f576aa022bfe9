/** What a page's `load` gave, as the document carries it from the server to the browser. */
export type SerializedPageData = Readonly<{ json: string }>

/** What was packed here, or unpacked already: in one and the same place nothing is read twice. */
const cache = new WeakMap<SerializedPageData, unknown>()

/**
 * Data as one text. The router would write each object and field of it on its own, which costs as much time as drawing
 * a third of a listing, and more bytes. What JSON cannot carry does not arrive.
 */
export function serializePageData(data: unknown): SerializedPageData {
  const page = { json: JSON.stringify(data ?? null) }
  cache.set(page, data ?? null)
  return page
}

/** The data again. */
export function deserializePageData(page: SerializedPageData): unknown {
  if (!cache.has(page)) cache.set(page, JSON.parse(page.json))
  return cache.get(page)
}
