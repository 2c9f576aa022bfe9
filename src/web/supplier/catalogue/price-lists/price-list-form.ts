import { toDecimal } from '#core/money.ts'
import type {
  PriceListData,
  PriceListFormInput,
  WholesaleVariantData,
} from '#features/catalogue/catalog/management/price-lists/contract.ts'
import { formatNumber } from '#web/console/data/format.ts'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'

/** The typed price of a single variant. */
export type EntryForm = Readonly<{
  key: string
  variantId: string
  label: string
  wholesaleCents: number | null
  price: string
  quantity: string
}>

/** A typed price list; `id` is empty for a new one. */
export type PriceListForm = Readonly<{
  id: string
  revision: number
  name: string
  audience: 'all' | 'chosen'
  vendors: string
  percent: string
  quantity: string
  entries: readonly EntryForm[]
}>

/** Returns the form of a price list; without a list, of a new one. */
export function toPriceListForm(list: PriceListData | undefined): PriceListForm {
  if (!list)
    return {
      id: '',
      revision: 0,
      name: '',
      audience: 'all',
      vendors: '',
      percent: '',
      quantity: '1',
      entries: [],
    }
  return {
    id: list.id,
    revision: list.revision,
    name: list.name,
    audience: list.vendors === null ? 'all' : 'chosen',
    vendors: list.vendors?.join('\n') ?? '',
    percent: list.percentOffBps === null ? '' : String(list.percentOffBps / 100),
    quantity: String(list.minimumQuantity),
    entries: list.entries.map((entry, index) => ({
      key: `stored ${index}`,
      variantId: entry.variantId,
      label: entry.label,
      wholesaleCents: entry.wholesaleCents,
      price: toDecimal(entry.amountCents).toFixed(2),
      quantity: String(entry.minimumQuantity),
    })),
  }
}

/** Returns the form with an additional variant, whose price is empty. */
export function addEntry(form: PriceListForm, variant: WholesaleVariantData): PriceListForm {
  const { id: variantId, label, wholesaleCents } = variant
  const key = `${variantId} ${form.entries.length} ${form.entries.at(-1)?.key ?? ''}`
  return {
    ...form,
    entries: [...form.entries, { key, variantId, label, wholesaleCents, price: '', quantity: '1' }],
  }
}

/** Returns the request of the list, or the first error of the form. */
export function toPriceListInput(form: PriceListForm): { body: PriceListFormInput } | { problem: string } {
  const percentOffBps = form.percent.trim() === '' ? null : parseTypedCents(form.percent)
  const minimumQuantity = readQuantity(form.quantity)
  const entries = form.entries.map(({ variantId, price, quantity }) => ({
    variantId,
    amountCents: parseTypedCents(price) ?? 0,
    minimumQuantity: readQuantity(quantity) ?? 0,
  }))
  if (form.name.trim() === '') return { problem: 'Enter a name.' }
  if (percentOffBps === undefined || (percentOffBps !== null && (percentOffBps < 1 || percentOffBps > 9_000)))
    return { problem: 'Enter a percentage up to 90, such as 12.5.' }
  if (minimumQuantity === undefined) return { problem: 'Enter the quantity as a whole number of 1 or more.' }
  if (entries.some((entry) => entry.amountCents === 0 || entry.minimumQuantity === 0))
    return { problem: 'Enter a price above 0 and a whole quantity for each product.' }
  if (percentOffBps === null && entries.length === 0)
    return { problem: 'Enter a percentage or add the price of a product.' }
  const { id, revision, name } = form
  const vendors = form.audience === 'all' ? null : readEmails(form.vendors)
  if (vendors?.length === 0) return { problem: 'Enter at least one email address, or choose all vendors.' }
  return {
    body: {
      ...(id === '' ? {} : { id, revision }),
      name,
      vendors,
      percentOffBps,
      minimumQuantity,
      entries,
    },
  }
}

function readQuantity(typed: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(typed.trim()) ? Number(typed) : undefined
}

function readEmails(typed: string): string[] {
  return [
    ...new Set(
      typed
        .split(/[\s,;]+/)
        .map((email) => email.toLowerCase())
        .filter((email) => email !== ''),
    ),
  ]
}

/** Describes a price list in a line such as `10% off from 5 units, prices of 3 products`. */
export function describePriceList({ percentOffBps, minimumQuantity, entries }: PriceListData): string {
  const units = minimumQuantity === 1 ? '' : ` from ${formatNumber(minimumQuantity)} units`
  const parts = [
    percentOffBps === null ? undefined : `${percentOffBps / 100}% off${units}`,
    entries.length === 0
      ? undefined
      : entries.length === 1
        ? '1 product price'
        : `${entries.length} product prices`,
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

/** Describes which vendors a price list applies to. */
export function describeAudience({ vendors }: PriceListData): string {
  if (vendors === null) return 'All vendors'
  const [first = '', ...more] = vendors
  return more.length === 0 ? first : `${first} and ${more.length} more`
}
