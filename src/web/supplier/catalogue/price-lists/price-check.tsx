import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WholesaleVariantData } from '#features/catalogue/catalog/management/price-lists/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { VariantSearch } from './variant-search.tsx'

/** Renders the price that a vendor pays for a quantity of a product, and the reason. */
export function PriceCheck() {
  const [variant, setVariant] = useState<WholesaleVariantData>()
  const [vendor, setVendor] = useState('')
  const [quantity, setQuantity] = useState('1')
  return (
    <Panel title="Check a price">
      <div className="flex flex-col gap-4">
        <VariantSearch label="Product" onChoose={setVariant} />
        <Field
          label="Vendor’s email"
          type="email"
          hint="Leave blank for a vendor without a price list of their own."
          autoComplete="off"
          maxLength={320}
          value={vendor}
          onChange={({ target }) => setVendor(target.value)}
        />
        <Field
          label="Quantity"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={quantity}
          onChange={({ target }) => setQuantity(target.value)}
        />
        <div aria-live="polite" className="text-sm">
          {variant && <Quote variant={variant} vendor={vendor.trim()} quantity={Number(quantity)} />}
        </div>
      </div>
    </Panel>
  )
}

function Quote(props: { variant: WholesaleVariantData; vendor: string; quantity: number }) {
  const { variant, vendor, quantity } = props
  const query = useQuery({
    queryKey: ['supplier', 'wholesale-price', variant.id, vendor, quantity],
    queryFn: async ({ signal }) =>
      (
        await call(
          'GET /supplier/wholesale-price',
          { query: { variantId: variant.id, vendor, quantity } },
          { signal },
        )
      ).price,
    enabled: Number.isInteger(quantity) && quantity > 0,
  })
  if (!query.data) return null
  const { amountCents, standardCents, listName } = query.data
  return (
    <>
      <p className="font-semibold">{variant.label}</p>
      <p className="mt-1 text-xl font-semibold tabular-nums">{formatMoney(amountCents / 100)} each</p>
      <p className="mt-1 text-ink-soft">
        {listName === null
          ? 'The wholesale price of the product.'
          : `By “${listName}”; the wholesale price is ${formatMoney(standardCents / 100)}.`}
      </p>
    </>
  )
}
