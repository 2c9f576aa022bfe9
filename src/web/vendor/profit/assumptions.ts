/** What a vendor assumes of the own sales, as it was typed. */
export type Assumptions = Readonly<Record<'feePercent' | 'feeFixed' | 'taxPercent' | 'returnPercent', string>>

/** Card fees of a common store; nothing is known of tax and refunds. */
const DEFAULTS: Assumptions = { feePercent: '2.9', feeFixed: '0.30', taxPercent: '0', returnPercent: '5' }

const KEY = 'cabochon.profit'

/** Returns what was typed last in this browser. */
export function readAssumptions(): Assumptions {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (stored === null || typeof stored !== 'object') return DEFAULTS
    const read = (field: keyof Assumptions) => {
      const value: unknown = Reflect.get(stored, field)
      return typeof value === 'string' ? value.slice(0, 12) : DEFAULTS[field]
    }
    return {
      feePercent: read('feePercent'),
      feeFixed: read('feeFixed'),
      taxPercent: read('taxPercent'),
      returnPercent: read('returnPercent'),
    }
  } catch {
    return DEFAULTS
  }
}

/** Stores what was typed in this browser, where it may. */
export function saveAssumptions(assumptions: Assumptions): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(assumptions))
  } catch {
    // Without storage it is typed again.
  }
}
