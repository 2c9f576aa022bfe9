import { X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { formatCents } from '#core/money.ts'
import { cartCount, cartLineKey, lineTotalCents } from '#web/shared/cart/cart-items.ts'
import type { CartItem } from '#web/shared/cart/cart-items.ts'
import { cart, CART_NOT_SAVED } from '#web/shared/cart/cart-store.ts'
import { PLACEHOLDER_PICTURE } from '#web/shared/product/picture-sources.ts'
import { QuantityStepper } from '#web/shared/forms/quantity-stepper.tsx'
import { toast } from '#web/app/toast.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { CART_CHANGES_ID } from '../form/checkout-form.ts'
import type { OrderTotalsData } from '../order/order-body.ts'
import { OrderTotals } from '../order/order-totals.tsx'
import type { SelectedShipment } from '../details/rate-selection.ts'

/** Renders the cart beside the form: lines with quantity and removal, and totals (CHK-23, CHK-24). */
export function CartPanel(props: {
  items: readonly CartItem[]
  totals: OrderTotalsData
  shipments?: readonly SelectedShipment[]
  changes: readonly string[]
}) {
  const { items, totals, shipments = [], changes } = props
  return (
    <div className="rounded-md border border-line bg-sheet p-5 md:p-7">
      <h2 id="checkout-cart" className="text-lg">
        My Cart{' '}
        {items.length > 0 && <span className="font-sans text-sm text-ink-soft">({cartCount(items)})</span>}
      </h2>
      <CartChanges changes={changes} />
      {items.length === 0 ? <EmptyCart /> : <Lines items={items} />}
      <div className="mt-6 border-t border-line pt-5">
        <OrderTotals {...totals} shipments={shipments.map(toShipmentView)} />
      </div>
    </div>
  )
}

function toShipmentView({ supplier, rate }: SelectedShipment) {
  const { service, minDays, estimatedDays } = rate
  return { supplier: supplier.name, service, minDays, maxDays: estimatedDays, rate: rate.rate }
}

/** Renders the server's changes of the cart where the shopper sees them. */
function CartChanges({ changes }: { changes: readonly string[] }) {
  if (changes.length === 0) return null
  return (
    <div
      id={CART_CHANGES_ID}
      role="group"
      tabIndex={-1}
      aria-label="Your cart has changed"
      className="mt-4 rounded-md border border-line-strong bg-mist p-4 text-sm"
    >
      <p className="font-medium">Your cart has changed</p>
      <ul className="mt-1 flex flex-col gap-1">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </div>
  )
}

function EmptyCart() {
  return (
    <div className="py-8 text-center">
      <p>Your cart is empty.</p>
      <p className="mt-1 text-sm text-ink-soft">Products you add in the marketplace appear here.</p>
      <ButtonLink href="/marketplace" variant="outline" size="sm" className="mt-5">
        Go to the marketplace
      </ButtonLink>
    </div>
  )
}

function Lines({ items }: { items: readonly CartItem[] }) {
  return (
    <ul className="-mx-2 mt-4 flex max-h-[30rem] flex-col divide-y divide-line overflow-y-auto px-2">
      {items.map((item) => (
        <CartLine key={cartLineKey(item)} item={item} />
      ))}
    </ul>
  )
}

function CartLine({ item }: { item: CartItem }) {
  const href = `/product/${encodeURIComponent(item.id)}`
  const changeTo = (quantity: number) =>
    toastIfNotSaved(quantity > item.quantity ? cart.increase(item) : cart.decrease(item))
  return (
    <li className="flex gap-4 py-4">
      <Link
        href={href}
        className="relative size-20 shrink-0 overflow-hidden rounded-md bg-stone md:size-24"
        tabIndex={-1}
        aria-hidden="true"
      >
        <LinePicture image={item.image} />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-start justify-between gap-2">
          <Link href={href} className="text-sm wrap-anywhere hover:underline hover:underline-offset-4">
            {item.title}
          </Link>
          <RemoveButton item={item} />
        </div>
        {item.variantTitle && <p className="text-xs text-ink-soft">{item.variantTitle}</p>}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-2">
          <QuantityStepper
            quantity={item.quantity}
            stock={item.originalStock}
            label={item.title}
            onChange={changeTo}
          />
          <p className="text-sm tabular-nums">{formatCents(lineTotalCents(item))}</p>
        </div>
      </div>
    </li>
  )
}

/** Shows a toast if storage is full or forbidden, so that the button does not fail silently. */
function toastIfNotSaved(isSaved: boolean): void {
  if (!isSaved) toast.error(CART_NOT_SAVED)
}

function LinePicture({ image }: { image: string }) {
  return (
    <img
      src={image || PLACEHOLDER_PICTURE}
      alt=""
      width={96}
      height={96}
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
    />
  )
}

function RemoveButton({ item }: { item: CartItem }) {
  return (
    <button
      type="button"
      aria-label={`Remove ${item.title}`}
      onClick={() => toastIfNotSaved(cart.remove(item))}
      className="-mt-2 -mr-2 grid size-9 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-mist hover:text-ink"
    >
      <Icon shapes={X} aria-hidden="true" className="size-4" strokeWidth={1.5} />
    </button>
  )
}
