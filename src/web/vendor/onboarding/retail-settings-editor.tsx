import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import { formatAmount, formatDollars } from '#web/shared/product/price-view.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProductLists } from '../profit/product-lists.tsx'
import { ProfitSimulator } from '../profit/profit-simulator.tsx'
import type { SelectableProduct, RetailSettings } from './selectable-product.ts'
import type { Selection } from './use-selection.ts'

/** The errors of the input, by field. */
export type RetailSettingsErrors = Readonly<{ retailPrice?: string; quantity?: string }>

/** Parses the retail settings, or returns their errors. Empty fields follow the marketplace. */
export function parseRetailSettings(
  { retailPrice: price, quantity: count }: Readonly<{ retailPrice: string; quantity: string }>,
  currency: string,
): RetailSettings | RetailSettingsErrors {
  const [priceText, countText] = [price.trim(), count.trim()]
  const cents = parseTypedCents(priceText)
  const isPrice = cents !== undefined && cents > 0 && cents < 1_000_000_000
  const isCount = /^\d{1,7}$/.test(countText) && Number(countText) <= 1_000_000
  const errors = {
    ...(priceText === '' || isPrice ? {} : { retailPrice: 'Enter a price of 0.01 or more, such as 89.90.' }),
    ...(countText === '' || isCount ? {} : { quantity: 'Enter a whole number, 0 or more.' }),
  }
  if (Object.keys(errors).length > 0) return errors
  return {
    retailPrice: cents === undefined ? null : cents / 100,
    retailCurrency: priceText === '' ? null : currency,
    quantity: countText === '' ? null : Number(countText),
  }
}

/** Renders the form for a product's retail price and quantity in the vendor's store. Saving it selects the product. */
export function RetailSettingsEditor(props: {
  product: SelectableProduct
  currency: string
  selection: Selection
  onClose: () => void
}) {
  const { product, currency, onClose } = props
  const form = useRef<HTMLFormElement>(null)
  const { faults, isBusy, submit } = useRetailSettingsEditor(props)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <div className="flex flex-col gap-6">
      <form
        ref={form}
        onSubmit={submit}
        noValidate
        aria-label={`Price and quantity of ${product.name}`}
        className="grid gap-4 sm:grid-cols-[1fr_1fr_auto] sm:items-start"
      >
        <Field
          name="retailPrice"
          label={`Retail price (${currency})`}
          inputMode="decimal"
          defaultValue={product.retailPrice?.toFixed(2) ?? ''}
          error={faults.retailPrice}
          hint={describeDefaultPrice(product)}
        />
        <Field
          name="quantity"
          label="Quantity"
          inputMode="numeric"
          defaultValue={product.quantity ?? ''}
          error={faults.quantity}
          hint={`Leave blank for all in stock, ${product.stock}`}
        />
        <div className="flex gap-2 sm:pt-7">
          <Button type="submit" busy={isBusy}>
            Save
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
      <div className="border-t border-line pt-5">
        {props.selection.isSaved ? (
          <div className="flex flex-col gap-6">
            <ProfitSimulator productId={product.id} price={product.retailPrice} />
            <ProductLists productId={product.id} />
          </div>
        ) : (
          <p className="text-sm text-ink-soft">
            Sign in as a vendor to see your wholesale price, shipping and profit.
          </p>
        )}
      </div>
    </div>
  )
}

function describeDefaultPrice({ price, rulePrice = null, ruleCurrency }: SelectableProduct): string {
  return rulePrice === null
    ? `Leave blank for the marketplace price, ${formatDollars(price)}`
    : `Leave blank for the price by your rule, ${formatAmount(rulePrice, ruleCurrency ?? SHOP_CURRENCY)}`
}

function useRetailSettingsEditor(editor: {
  product: SelectableProduct
  currency: string
  selection: Selection
  onClose: () => void
}) {
  const { product, currency, selection, onClose } = editor
  const [faults, setFaults] = useState<RetailSettingsErrors>({})
  const [isBusy, setIsBusy] = useState(false)

  async function save(form: HTMLFormElement): Promise<void> {
    const typed = new FormData(form)
    const texts = { retailPrice: String(typed.get('retailPrice')), quantity: String(typed.get('quantity')) }
    const settings = parseRetailSettings(texts, currency)
    if (!('retailCurrency' in settings)) {
      setFaults(settings)
      const first = form.elements.namedItem(settings.retailPrice ? 'retailPrice' : 'quantity')
      if (first instanceof HTMLElement) first.focus()
      return
    }
    setIsBusy(true)
    const isSaved = await selection.change(product, settings)
    setIsBusy(false)
    if (isSaved) onClose()
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void save(event.currentTarget)
  }

  return { faults, isBusy, submit }
}
