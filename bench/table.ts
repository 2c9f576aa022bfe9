/** One measurement: what was loaded, what came of it, and what it is held against; all per second. */
export type Row = Readonly<{
  what: string
  perSecond: number
  p99Ms: number
  failed: number
  bar?: number
  barP99Ms?: number
  ceiling?: number
  aim?: number
}>

/** Prints the measurements as a Markdown table, each with whether it clears its bar and its aim. */
export function printTable(rows: readonly Row[]): void {
  console.log('\n| what | per second | p99 ms | bare handler | bar | aim | |\n|---|---|---|---|---|---|---|')
  for (const row of rows) console.log(lineOf(row))
}

function lineOf(row: Row): string {
  const { what, perSecond, p99Ms, failed, bar, barP99Ms, ceiling, aim } = row
  const cells = [
    what,
    Math.round(perSecond),
    p99Ms,
    ceiling === undefined ? '' : Math.round(ceiling),
    bar === undefined ? `p99 ${barP99Ms} ms` : Math.round(bar),
    aim === undefined ? '' : Math.round(aim),
    failed > 0 ? `${failed} failed` : verdict(row),
  ]
  return `| ${cells.join(' | ')} |`
}

function verdict({ perSecond, p99Ms, bar = 0, barP99Ms = Infinity, aim }: Row): string {
  if (perSecond < bar || p99Ms > barP99Ms) return 'below the bar'
  return aim !== undefined && perSecond >= aim ? 'aim reached' : 'bar cleared'
}
