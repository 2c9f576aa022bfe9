/** The value of a cell. */
export type Cell = string | number | null

/**
 * Returns rows as a CSV file (RFC 4180) that spreadsheets open correctly, with a UTF-8 byte order mark. A text that a
 * spreadsheet would evaluate as a formula gets an apostrophe in front; numbers are unchanged, as they never come from
 * users.
 */
export function formatCsv(rows: readonly (readonly Cell[])[]): string {
  return `\u{FEFF}${rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')}`
}

function formatCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns a CSV file as an uncached download with a file name. */
export function csvResponse(name: string, rows: readonly (readonly Cell[])[]): Response {
  return fileResponse(name, { type: 'text/csv; charset=utf-8', text: formatCsv(rows) })
}

/** Returns a text as an uncached download with a file name. */
export function fileResponse(
  name: string,
  { type, text }: Readonly<{ type: string; text: string }>,
): Response {
  return new Response(text, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}
