import { minorDigits, SHOP_CURRENCY } from '#core/money.ts'
import { isOwnSku, showsOptions, toOptionsKey } from '#core/products/store-variants.ts'
import type { ExchangeRate } from '#features/stores/pricing/service.ts'
import type { RemoteOrderLine } from '#features/stores/connections/service.ts'
import type { Reason } from './shapes.ts'

/** A variant by its keys. */
type VariantKeys = Readonly<{ productKey: number; variantKey: number }>

/**
 * The variant that a line was recognised as. `ownSkus` are the public ids that it may have as its SKU, `values` its
 * options as sent to stores. `choices` are the variants that its vendor chose for other options.
 */
export type KnownVariant = VariantKeys &
  Readonly<{
    ownSkus: readonly string[]
    values?: readonly string[]
    choices?: ReadonlyMap<string, VariantKeys>
  }>

/** A line and its kind: ours with its variant, ours without a known variant, or foreign. */
export type ClassifiedLine = RemoteOrderLine &
  Readonly<{
    kind: 'ours' | 'unmapped' | 'foreign'
    productKey: number | null
    variant: VariantKeys | null
    /** The options that the customer chose, if they are not those of the variant that the store's id is linked to. */
    otherOptions: string | null
    linkedVariantKey: number | null
  }>

/** Our listings' ids in a shop: variants by `product variant`, products by their ids. */
export type ListingIndex = Readonly<{
  variants: ReadonlyMap<string, KnownVariant>
  products: ReadonlyMap<string, number>
}>

/** Returns the key of a variant in a listing index. */
export function toVariantKey(productId: string, variantId: string): string {
  return `${productId} ${variantId}`
}

/**
 * Returns each line with its kind, by the store's own ids, because owners may change SKUs and titles. If the SKU
 * belongs to another variant of ours than the id, or the customer chose other options, the line is left to its vendor,
 * unless they have chosen a variant for such options before.
 */
export function classifyLines(
  lines: readonly RemoteOrderLine[],
  { variants, products }: ListingIndex,
): ClassifiedLine[] {
  return lines.map((line) => {
    const known = variants.get(toVariantKey(line.productId, line.variantId))
    const isMixed = known !== undefined && isOwnSku(line.sku) && !known.ownSkus.includes(line.sku)
    const otherOptions = known && !isMixed ? findOtherOptions(line.options ?? [], known.values ?? []) : null
    const linked = {
      otherOptions,
      linkedVariantKey: otherOptions === null ? null : (known?.variantKey ?? null),
    }
    const variant = isMixed
      ? undefined
      : otherOptions === null
        ? known
        : known?.choices?.get(toOptionsKey(otherOptions))
    if (variant) return { ...line, ...linked, kind: 'ours', productKey: variant.productKey, variant }
    const productKey = known?.productKey ?? products.get(line.productId) ?? null
    const isUnmapped = productKey !== null || isOwnSku(line.sku)
    return { ...line, ...linked, kind: isUnmapped ? 'unmapped' : 'foreign', productKey, variant: null }
  })
}

/** Returns the options of a line as a text if they do not show all values of its variant; null if they do or either is unknown. */
function findOtherOptions(options: readonly string[], values: readonly string[]): string | null {
  if (options.length === 0 || values.length === 0) return null
  return showsOptions(options, values) ? null : options.join(' / ').slice(0, 500)
}

const TEXTS: Readonly<Record<Reason, string>> = {
  vendor_suspended:
    'Your vendor account is suspended. The order continues once the suspension is lifted. Contact support if you have questions.',
  cancelling: 'You’re cancelling it in your store.',
  unpaid: 'Your customer hasn’t paid it in your store yet.',
  currency:
    'Its currency differs from your store’s currency. Check the connection under Stores to continue the order.',
  address_hidden: 'Your store doesn’t show us the shipping address.',
  address_incomplete: 'The shipping address is incomplete. Complete it in your store.',
  country: 'Suppliers don’t ship to this country.',
  unmapped: 'An item can’t be matched to a variant of your listings. Choose its variant on the order’s page.',
  other_options:
    'Your customer chose other options than the linked variant has. Match the item to the right variant; we’ll remember it.',
  unavailable: 'A product is no longer available.',
  out_of_stock: 'There isn’t enough stock for an item.',
  no_wholesale_price: 'The supplier hasn’t set a wholesale price for an item yet.',
  not_supplied:
    'An item won’t ship because the supplier couldn’t send it or it was cancelled. Refund it in your store, or order it again.',
  not_shipped_there: 'The supplier of an item doesn’t ship to this country.',
  supplier_paused: 'The supplier of an item isn’t taking orders right now. We’ll order it once they do.',
  max_cost: 'It costs more than your limit for automatic orders.',
  margin: 'Its margin is below your minimum.',
  no_rate:
    'Your store sells in another currency. Enter your exchange rate under Pricing so that we can calculate the margin.',
  reservation_limit:
    'Your unpaid orders have reached the limit of reserved stock. Pay for some, or add money to your wallet.',
}

/** Returns a reason with its message. */
export function explainReason(code: Reason): { code: Reason; text: string } {
  return { code, text: TEXTS[code] }
}

/** Converts minor units of a store's currency into cents of the marketplace; null without an exchange rate. */
export function convertRetail(
  amount: number,
  currency: string,
  rates: readonly Pick<ExchangeRate, 'currency' | 'rateMicros'>[],
): number | null {
  if (currency === SHOP_CURRENCY) return Math.floor(amount)
  const rate = rates.find((one) => one.currency === currency)
  if (!rate) return null
  const units = amount / 10 ** minorDigits(currency)
  return Math.floor((units / (rate.rateMicros / 1_000_000)) * 100)
}
