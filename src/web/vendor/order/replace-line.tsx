import { useState } from 'react'
import type { OrderProductData } from '#features/stores/shop-orders/intake/manual/contract.ts'
import type { ShopOrderData, ShopOrderLineData } from '#features/stores/shop-orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { ConsoleDialog, FormDialog } from '#web/console/parts/dialog.tsx'
import { Select } from '#web/ui/field.tsx'
import { ProductSearch } from '../new-order/product-search.tsx'
import { getCostCurrency } from '../orders/order-status.ts'
import { useOrderAction } from './use-order-action.ts'

type ReplaceProps = Readonly<{ order: ShopOrderData; line: ShopOrderLineData }>

/** Renders the button that replaces an item that can’t be bought, and its dialog. */
export function ReplaceLine({ order, line }: ReplaceProps) {
  const [isOpen, setIsOpen] = useState(false)
  const can = useCan()
  const isStuck = line.reason !== null || line.kind === 'unmapped'
  if (!line.canBeReplaced || !isStuck || !can('orders:write')) return null
  return (
    <>
      <Action isSmall className="mt-2" onClick={() => setIsOpen(true)}>
        Replace
      </Action>
      {isOpen && <ReplaceDialog order={order} line={line} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ReplaceDialog({ order, line, onClose }: ReplaceProps & Readonly<{ onClose: () => void }>) {
  const action = useOrderAction()
  const [product, setProduct] = useState<OrderProductData>()
  const [variantId, setVariantId] = useState('')
  const units = line.quantity - line.removed - line.bought
  const choose = (id: string) =>
    call('GET /vendor/order-products/{id}', { params: { id } }).then(
      ({ product: found }) => {
        setProduct(found)
        setVariantId(found.variants.find((one) => canSend(one, line))?.id ?? '')
      },
      (error: unknown) =>
        toast.error(explainError(error, 'We couldn’t load this product. Please try again in a moment.')),
    )
  const dialog = {
    isOpen: true,
    onClose,
    title: `Replace ${line.title}`,
    text: `We send another product for ${units === 1 ? '1 unit' : `${units} units`} of this item. The order in your store doesn’t change, so agree it with your customer first.`,
  }
  const own = line.product
  if (!product)
    return (
      <ConsoleDialog {...dialog}>
        <div className="flex flex-col gap-4">
          {own && (
            <Action isSmall className="self-start" onClick={() => void choose(own.id)}>
              Another variant of {own.name}
            </Action>
          )}
          <ProductSearch label="Another product" onChosen={(id) => void choose(id)} />
        </div>
      </ConsoleDialog>
    )
  return (
    <FormDialog
      {...dialog}
      submitLabel="Replace item"
      canSubmit={variantId !== ''}
      onSubmit={async () => {
        await action.mutateAsync(() =>
          call('POST /vendor/orders/{id}/lines/{lineId}/replace', {
            params: { id: order.id, lineId: line.id },
            body: { variantId, replaces: line.variant?.id ?? null },
          }),
        )
      }}
      explain={(error) => explainError(error, 'We couldn’t replace it. Please try again in a moment.')}
    >
      <ChosenProduct
        product={product}
        variantId={variantId}
        shown={{ line, currency: getCostCurrency(order), units }}
        onVariant={setVariantId}
        onOther={() => setProduct(undefined)}
      />
    </FormDialog>
  )
}

type Variant = OrderProductData['variants'][number]

function canSend({ id, cost, stock }: Variant, line: ShopOrderLineData): boolean {
  return cost !== null && stock > 0 && id !== line.variant?.id
}

function ChosenProduct(props: {
  product: OrderProductData
  variantId: string
  shown: Readonly<{ line: ShopOrderLineData; currency: string; units: number }>
  onVariant: (id: string) => void
  onOther: () => void
}) {
  const { product, variantId, shown, onVariant, onOther } = props
  const { line, currency, units } = shown
  const variant = product.variants.find(({ id }) => id === variantId)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        <span className="font-semibold wrap-anywhere">{product.name}</span>
        <span className="text-ink-soft"> · {product.supplier}</span>
      </p>
      <Select label="Variant" required value={variantId} onChange={({ target }) => onVariant(target.value)}>
        <option value="">Choose a variant</option>
        {product.variants.map((one) => (
          <option key={one.id} value={one.id} disabled={!canSend(one, line)}>
            {one.title || 'Standard'} ({one.stock} in stock)
          </option>
        ))}
      </Select>
      {variant && <p className="text-sm">{describeCost(variant, { line, currency, units })}</p>}
      <Action isSmall variant="quiet" className="self-start" onClick={onOther}>
        Choose another product
      </Action>
    </div>
  )
}

function describeCost(
  { cost, stock }: Variant,
  { line, currency, units }: Readonly<{ line: ShopOrderLineData; currency: string; units: number }>,
): string {
  const before =
    line.wholesalePrice === null ? '' : ` instead of ${formatMoney(line.wholesalePrice, currency)}`
  const short = stock < units ? ` Only ${stock} of ${units} are in stock; the rest waits.` : ''
  return `Wholesale ${formatMoney(cost ?? 0, currency)} each${before}.${short}`
}
