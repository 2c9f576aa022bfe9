/** A row of a table of facts; `href` links to a page where the value can be verified. */
export type FactRow = Readonly<{ name: string; value: string; href?: string | undefined }>

/** Returns a row, or undefined without a value. */
export function factRow(name: string, value: string | null): FactRow | undefined {
  return value ? { name, value } : undefined
}

/** Formats a number with at most two decimals and no trailing zeros. */
export function plainNumber(value: number): string {
  return String(Math.round(value * 100) / 100)
}
