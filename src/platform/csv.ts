/** The value of a cell. */
export type Cell = string | number | null

/**
 * Returns rows as a CSV file (RFC 4180) that spreadsheets open correctly, with a UTF-8 byte order mark. A text that a
 * spreadsheet would evaluate as a formula gets an apostrophe in front; numbers are unchanged, as they never come from
 * users.
 */
export function formatCsv(rows: readonly (readonly Cell[])[]): string {
  return `${BYTE_ORDER_MARK}${rows.map(formatRow).join('')}`
}

const BYTE_ORDER_MARK = '\u{FEFF}'

const formatRow = (row: readonly Cell[]) => `${row.map(formatCell).join(',')}\r\n`

function formatCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns a CSV file of rows that come in batches, as an uncached download with a file name. No more than a batch is in memory. */
export function csvStreamResponse(
  name: string,
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): Response {
  const encoder = new TextEncoder()
  const iterator = batches[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK)),
    // The reader pulls: a slow one holds no more than a batch.
    async pull(controller) {
      const { value, done } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value.map(formatRow).join('')))
    },
    cancel: async () => void (await iterator.return?.()),
  })
  return fileResponse(name, { type: 'text/csv; charset=utf-8', body })
}

/** Returns a CSV file as an uncached download with a file name. */
export function csvResponse(name: string, rows: readonly (readonly Cell[])[]): Response {
  return fileResponse(name, { type: 'text/csv; charset=utf-8', body: formatCsv(rows) })
}

/** Returns a text, or a stream of its bytes, as an uncached download with a file name. */
export function fileResponse(
  name: string,
  { type, body }: Readonly<{ type: string; body: string | ReadableStream<Uint8Array<ArrayBuffer>> }>,
): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}
