/** One line of a table of facts, as shown; `href` leads to where the value can be checked. */
export type FactRow = Readonly<{ name: string; value: string; href?: string | undefined }>

/** A line, or none where there is nothing to say. */
export function factRow(name: string, value: string | null): FactRow | undefined {
  return value ? { name, value } : undefined
}

/** A number with at most two decimals, and none that say nothing. */
export function plainNumber(value: number): string {
  return String(Math.round(value * 100) / 100)
}
