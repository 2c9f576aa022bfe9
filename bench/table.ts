/** The unit of a figure. Rates and scores are better high, everything else is better low. */
export type Unit = '/s' | 'of 100' | 'ms' | 's' | 'MB' | 'KB' | 'shift'

/**
 * One measured figure and what it is held against: `bar` must be reached, `aim` should be. `peers` is what shops made with
 * something else reach, measured on the same kind of machine; `note` says what else was seen.
 */
export type Row = Readonly<{
  what: string
  figure: number
  unit: Unit
  bar?: number | undefined
  aim?: number | undefined
  peers?: string | undefined
  note?: string | undefined
}>

/** Something that can be measured on its own, by the name it is chosen by. */
export type Measurement = Readonly<{ what: string; run(): Promise<readonly Row[]> }>

/** The beginning of the table, in Markdown. */
export const TABLE_HEAD =
  '| what | measured | bar | aim | | peers | seen beside |\n|---|---|---|---|---|---|---|'

/** Formats a row of the table, with whether the figure meets its limit and its target. */
export function formatRow({ what, figure, unit, bar, aim, peers = '', note = '' }: Row): string {
  const formatValue = (value: number | undefined) =>
    value === undefined ? '' : `${roundValue(value, unit)} ${unit}`
  const cells = [
    what,
    formatValue(figure),
    formatValue(bar),
    formatValue(aim),
    getVerdict(figure, { unit, bar, aim }),
    peers,
    note,
  ]
  return `| ${cells.join(' | ')} |`
}

function roundValue(value: number, unit: Unit): string {
  if (unit === 'shift') return value.toFixed(3)
  return Math.abs(value) >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toPrecision(3)
}

function getVerdict(figure: number, { unit, bar, aim }: Pick<Row, 'unit' | 'bar' | 'aim'>): string {
  const meets = (goal: number) => (unit === '/s' || unit === 'of 100' ? figure >= goal : figure <= goal)
  if (aim !== undefined && meets(aim)) return 'aim reached'
  if (bar === undefined) return ''
  return meets(bar) ? 'bar cleared' : 'below the bar'
}
