/** A row of a feed by column name; columns that a row does not name stay empty. */
export type Row = Readonly<Record<string, string>>

/** Returns CSV text of the rows under the columns: commas, quotes only where needed, line ends as \n. */
export function toCsv(columns: readonly string[], rows: Row[]): string {
  const lines = rows.map((row) => columns.map((column) => formatCell(row[column] ?? '')).join(','))
  return [columns.map(formatCell).join(','), ...lines, ''].join('\n')
}

function formatCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
