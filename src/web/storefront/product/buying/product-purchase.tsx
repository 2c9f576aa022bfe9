import type { ProductDetailData } from '#features/catalogue/catalog/contract.ts'
import { QuantityStepper } from '#web/shared/forms/quantity-stepper.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { formatDollars } from '#web/shared/product/price-view.ts'
import { isSoldOut, type ProductCardModel } from '#web/shared/product/product-card-model.ts'
import { Stars } from '#web/shared/product/stars.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { ShareButton } from '../gallery/share-button.tsx'
import { ShippingBox } from '../shipping/shipping-box.tsx'
import { toProductOffer } from './product-offer.ts'
import type { CurrentHoliday } from './store-holiday.ts'
import type { ProductSelection } from './use-product-selection.ts'
import { variantPickers, variantHref } from './variant-selection.ts'
import { VariantPickers } from './variant-pickers.tsx'
import { WishlistHeart } from './wishlist-heart.tsx'
import { type Ref, Suspense, useState } from 'react'

const SizeGuide = lazyComponent(async () => (await import('../size-guide/size-guide.tsx')).SizeGuide)

/** Renders the standard of a product's sizes, and a link to the size guide; nothing without sizes. */
function SizeHelp({ product }: { product: ProductDetailData }) {
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const { sizeGuide, facts, variants } = product
  if (sizeGuide === 'none') return null
  return (
    <p className="text-xs text-ink-soft">
      {facts.sizeStandard && `Sizes follow the ${facts.sizeStandard} standard. `}
      <button
        type="button"
        className="needs-script text-link min-h-6 text-ink"
        onClick={() => setState('open')}
      >
        Size guide
      </button>
      {state !== 'unopened' && (
        <Suspense>
          <SizeGuide
            isOpen={state === 'open'}
            onClose={() => setState('closed')}
            kind={sizeGuide}
            standard={facts.sizeStandard}
            sizes={[...new Set(variants.flatMap(({ size }) => size ?? []))]}
          />
        </Suspense>
      )}
    </p>
  )
}

/** The largest stock for which the page shows how many are left. */
const LOW_STOCK = 5

/**
 * Renders the purchase section beside the pictures: name, price, variants, and buttons. `button` is the ref of the buy
 * button.
 */
export function ProductPurchase(props: {
  product: ProductDetailData
  choice: ProductSelection
  button: Ref<HTMLButtonElement>
  holiday: CurrentHoliday | undefined
  onAdd: () => void
}) {
  const { product, choice } = props
  const offer = toProductOffer(product, choice.variant)
  const pickers = choice.variant ? variantPickers(product.variants, choice.variant) : []
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-col gap-3">
        <p className="eyebrow">
          <Link
            href={`/store-profile?id=${product.manufacturer.id}`}
            className="underline-offset-4 hover:underline"
          >
            {product.manufacturer.name}
          </Link>
        </p>
        <h1 className="text-2xl wrap-anywhere">{product.name}</h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft tabular-nums">
          <Stars rating={product.rating} />
          <a href="#reviews" className="underline-offset-4 hover:underline">
            {`${product.rating} Customer Review`}
          </a>
          {product.sold > 0 && <span>{`${product.sold} sold`}</span>}
        </p>
      </header>
      <OfferPrice offer={offer} />
      <VariantPickers pickers={pickers} onChoose={choice.choose} />
      <SizeHelp product={product} />
      {props.holiday && (
        <p className="border-s-2 border-accent ps-3 text-sm wrap-anywhere">{props.holiday.text}</p>
      )}
      <PurchaseRow {...props} offer={offer} />
      <ShippingBox
        productId={product.id}
        variantId={choice.variant?.id}
        warehouse={product.warehouse}
        isReturnable={product.isReturnable}
        shipping={product.shipping}
      />
    </div>
  )
}

function OfferPrice({ offer }: { offer: ProductCardModel }) {
  return (
    <p aria-live="polite" className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
      <span className="text-xl">{formatDollars(offer.newPrice)}</span>
      {offer.isDiscount && (
        <>
          <s className="text-base text-ink-soft">
            <span className="sr-only">Before: </span>
            {formatDollars(offer.origPrice)}
          </s>
          <span className="bg-accent-mist px-2 py-0.5 text-xs text-accent-deep">{`${offer.discount} off`}</span>
        </>
      )}
    </p>
  )
}

function PurchaseRow(props: Parameters<typeof ProductPurchase>[0] & { offer: ProductCardModel }) {
  const { product, choice, offer, button, holiday, onAdd } = props
  const soldOut = isSoldOut(offer.originalStock)
  const isPaused = holiday?.isPaused === true
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {!soldOut && (
          <QuantityStepper
            quantity={choice.quantity}
            stock={offer.originalStock}
            label={product.name}
            onChange={choice.setQuantity}
          />
        )}
        <Button ref={button} size="lg" className="grow" disabled={soldOut || isPaused} onClick={onAdd}>
          {soldOut ? 'Out of stock' : isPaused ? 'On holiday' : 'Add to Cart'}
        </Button>
        <WishlistHeart productId={product.id} title={product.name} />
      </div>
      <div className="flex items-start justify-between gap-4">
        <div className="text-sm text-ink-soft">
          <p aria-live="polite" className="min-h-6">
            {describeStock(offer.originalStock)}
          </p>
          <p className="text-xs wrap-anywhere">{`SKU ${offer.sku}`}</p>
        </div>
        <ShareButton title={product.name} href={variantHref(product, choice.variant)} />
      </div>
    </div>
  )
}

function describeStock(stock: number | null): string {
  if (stock === null) return ''
  if (stock <= 0) return 'Sold out'
  return stock <= LOW_STOCK ? `Only ${stock} left` : 'In stock, ships from the supplier'
}
