import { type Dispatch, type SetStateAction, useEffect } from 'react'
import { Trash2 } from 'lucide'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { IconAction } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { randomUuid } from '#web/shared/forms/random-uuid.ts'
import { formatDollars } from '#web/shared/product/price-view.ts'
import { Field, Select } from '#web/ui/field.tsx'
import { ProductSearch } from './product-search.tsx'
import { parsePrice, parseQuantity, type TypedLine } from './typed-order.ts'

type OrderLinesProps = Readonly<{
  lines: readonly TypedLine[]
  /** The product for which the page was opened. */
  firstId: string | undefined
  hasPrices: boolean
  onChange: Dispatch<SetStateAction<readonly TypedLine[]>>
}>

/** Renders the products of a manual order: search, variant, quantity and selling price. */
export function OrderLines({ lines, firstId, hasPrices, onChange }: OrderLinesProps) {
  useEffect(() => {
    if (!firstId || !/^prd_[0-9a-f]{32}$/.test(firstId)) return
    void loadLine(firstId).then((line) => {
      if (line) onChange((before) => (before.length > 0 ? before : [line]))
    })
  }, [firstId, onChange])
  const add = async (id: string) => {
    const line = await loadLine(id)
    if (line) onChange((before) => [...before, line])
  }
  return (
    <Panel title="Products">
      <div className="flex flex-col gap-4">
        {lines.length > 0 && (
          <ul className="divide-y divide-line">
            {lines.map((line, index) => (
              <LineFields
                key={line.key}
                line={line}
                hasPrice={hasPrices}
                onChange={(changed) => onChange((before) => before.with(index, changed))}
                onRemove={() => onChange((before) => before.toSpliced(index, 1))}
              />
            ))}
          </ul>
        )}
        <ProductSearch label="Add a product" onChosen={(id) => void add(id)} />
      </div>
    </Panel>
  )
}

async function loadLine(id: string): Promise<TypedLine | undefined> {
  try {
    const { product } = await call('GET /vendor/order-products/{id}', { params: { id } })
    const variant =
      product.variants.find(({ cost, stock }) => cost !== null && stock > 0) ?? product.variants[0]
    if (!variant) return undefined
    const price = variant.suggestedPrice.toFixed(2)
    return { key: randomUuid(), product, variantId: variant.id, quantity: '1', price }
  } catch (error) {
    toast.error(explainError(error, 'We couldn’t load this product. Please try again in a moment.'))
    return undefined
  }
}

function LineFields(props: {
  line: TypedLine
  hasPrice: boolean
  onChange: (line: TypedLine) => void
  onRemove: () => void
}) {
  const { line, hasPrice, onChange, onRemove } = props
  const { product, variantId, quantity, price } = line
  const variant = product.variants.find(({ id }) => id === variantId)
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-2 py-3 first:pt-0">
      <div>
        <p className="text-sm font-semibold wrap-anywhere">{product.name}</p>
        <p className="text-xs text-ink-soft">
          {product.supplier} ·{' '}
          {variant?.cost === null || variant === undefined
            ? 'no wholesale price yet'
            : `wholesale ${formatDollars(variant.cost)} each · ${variant.stock} in stock`}
        </p>
      </div>
      <IconAction label={`Remove ${product.name}`} icon={Trash2} onClick={onRemove} />
      <div className="col-span-2 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {product.variants.length > 1 && (
          <Select
            label="Variant"
            className="col-span-2"
            value={variantId}
            onChange={({ target }) => onChange({ ...line, variantId: target.value })}
          >
            {product.variants.map(({ id, title, stock }) => (
              <option key={id} value={id}>
                {title} ({stock} in stock)
              </option>
            ))}
          </Select>
        )}
        <Field
          label="Quantity"
          inputMode="numeric"
          maxLength={2}
          value={quantity}
          error={parseQuantity(quantity) === undefined ? 'From 1 to 99.' : undefined}
          onChange={({ target }) => onChange({ ...line, quantity: target.value })}
        />
        {hasPrice && (
          <Field
            label="Your price each ($)"
            inputMode="decimal"
            maxLength={12}
            value={price}
            error={parsePrice(price) === undefined ? 'Enter a price.' : undefined}
            onChange={({ target }) => onChange({ ...line, price: target.value })}
          />
        )}
      </div>
    </li>
  )
}
