import type { InputOf } from '#web/app/calls/endpoints.ts'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'
import { parseAmount, parseValue, type VariantField } from './product-values.ts'

/** A change of many products, as it is sent. */
export type BulkChange = InputOf<'POST /supplier/product-edits'>['body']['change']

/** The input of a way to change a field: dollars, a percentage, units, or none. */
type Entry = 'amount' | 'percent' | 'quantity' | 'difference' | 'none'

/** A way to change a field of many products. */
export type BulkMode = Readonly<{ id: string; label: string; entry: Entry }>

const AMOUNT_MODES: readonly BulkMode[] = [
  { id: 'raise_percent', label: 'Raise by a percentage', entry: 'percent' },
  { id: 'lower_percent', label: 'Lower by a percentage', entry: 'percent' },
  { id: 'raise', label: 'Raise by an amount', entry: 'amount' },
  { id: 'lower', label: 'Lower by an amount', entry: 'amount' },
  { id: 'set', label: 'Set to an amount', entry: 'amount' },
]

/** The ways in which each field can be changed, the most frequent first. */
export const BULK_MODES: Readonly<Record<VariantField, readonly BulkMode[]>> = {
  price: AMOUNT_MODES,
  wholesale: [
    { id: 'share', label: 'Set to a percentage of the price', entry: 'percent' },
    ...AMOUNT_MODES,
    { id: 'none', label: 'Remove the wholesale price', entry: 'none' },
  ],
  stock: [
    { id: 'set', label: 'Set to a quantity', entry: 'quantity' },
    { id: 'add', label: 'Add or subtract a quantity', entry: 'difference' },
  ],
}

/** The labels of the inputs. */
export const ENTRY_LABELS: Readonly<Record<Entry, string>> = {
  amount: 'Amount in US dollars',
  percent: 'Percentage',
  quantity: 'Quantity',
  difference: 'Quantity to add, with a minus to subtract',
  none: '',
}

/** Returns the typed change; undefined while it is incomplete or invalid. */
export function toBulkChange(field: VariantField, mode: BulkMode, typed: string): BulkChange | undefined {
  return field === 'stock' ? toStockChange(mode, typed) : toAmountChange(field, mode, typed)
}

function toStockChange({ entry }: BulkMode, typed: string): BulkChange | undefined {
  if (entry === 'difference') {
    const text = typed.trim().replace(/^[+]/, '').replace(/^[−–]/, '-')
    return /^-?\d{1,6}$/.test(text) && Number(text) !== 0
      ? { field: 'stock', mode: 'add', quantity: Number(text) }
      : undefined
  }
  const parsed = parseValue('stock', typed)
  return 'value' in parsed && parsed.value !== null
    ? { field: 'stock', mode: 'set', quantity: parsed.value }
    : undefined
}

function toAmountChange(
  field: 'price' | 'wholesale',
  { id, entry }: BulkMode,
  typed: string,
): BulkChange | undefined {
  if (entry === 'none') return { field: 'wholesale', mode: 'set', cents: null }
  if (entry === 'percent') {
    // `parseCents` converts percent to hundredths of a percent as it converts dollars to cents.
    const basisPoints = parseTypedCents(typed)
    if (basisPoints === undefined || basisPoints < 1 || basisPoints > 100_000) return undefined
    return id === 'share'
      ? { field: 'wholesale', mode: 'share_of_price', basisPoints }
      : { field, mode: id === 'raise_percent' ? 'raise' : 'lower', basisPoints }
  }
  const cents = parseAmount(typed)
  if (cents === undefined) return undefined
  if (id === 'set') return { field, mode: 'set', cents }
  return cents === 0 ? undefined : { field, mode: id === 'raise' ? 'raise' : 'lower', cents }
}
