import type { WishlistItemData } from '#features/catalogue/wishlist/contract.ts'
import { formatDollars, toPriceView } from '#web/shared/product/price-view.ts'
import { isSoldOut } from '#web/shared/product/product-card-model.ts'
import { ProductPicture } from '#web/shared/product/product-picture.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import type { WishlistItem, UpdateItem } from './use-wishlist.ts'
import { moveWishlistItemToCart, removeWishlistItem, setWishlistAlerts } from './wishlist-actions.ts'
import { X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useRef, useState } from 'react'

/** Two columns on phones, four on wide screens. */
const SIZES = '(min-width: 64rem) 22vw, (min-width: 48rem) 30vw, 46vw'

/** Renders a product on the wishlist: its state, changes, and actions. */
export function WishlistCard({ item, show }: { item: WishlistItem; show: UpdateItem }) {
  const [isBusy, setIsBusy] = useState(false)
  const remove = useRef<HTMLButtonElement>(null)
  // The button that restored it had the focus and was removed.
  useEffect(() => (item.isBack ? remove.current?.focus({ preventScroll: true }) : undefined), [item.isBack])
  async function runOnce(work: Promise<void>): Promise<void> {
    setIsBusy(true)
    await work
    setIsBusy(false)
  }
  return (
    <article className="card" aria-busy={isBusy || undefined}>
      <WishlistPicture item={item} />
      <WishlistTexts item={item} />
      {item.product && (
        <div className="card-controls">
          <CartButton
            item={item}
            isBusy={isBusy}
            onClick={() => void runOnce(moveWishlistItemToCart(item, show))}
          />
        </div>
      )}
      {item.availability !== 'withdrawn' && <WishlistAlertSwitches item={item} show={show} />}
      <button
        ref={remove}
        type="button"
        aria-label={`Remove ${item.name} from wishlist`}
        disabled={isBusy}
        onClick={() => void runOnce(removeWishlistItem(item, show))}
        className="absolute end-2 top-2 z-2 grid size-10 place-items-center rounded-full bg-paper text-ink hover:bg-mist"
      >
        <Icon shapes={X} aria-hidden="true" className="size-4" strokeWidth={1.5} />
      </button>
    </article>
  )
}

function WishlistPicture({ item }: { item: WishlistItemData }) {
  const picture = <ProductPicture image={item.image ?? undefined} alt="" sizes={SIZES} />
  if (item.availability === 'offered') {
    return (
      // Screen readers and the keyboard use the link of the name.
      <Link href={`/product/${item.productId}`} tabIndex={-1} aria-hidden="true" className="card-picture">
        {picture}
      </Link>
    )
  }
  return <div className="card-picture opacity-60 grayscale">{picture}</div>
}

function WishlistTexts({ item }: { item: WishlistItemData }) {
  const { product, name, productId, availability } = item
  return (
    <div className="card-texts">
      {product && <p className="card-supplier">{product.manufacturer.name}</p>}
      <h2 className="card-name">
        {/* A hidden product has no page. The page of a withdrawn one links to similar products. */}
        {availability === 'hidden' ? name : <Link href={`/product/${productId}`}>{name}</Link>}
      </h2>
      {product && <WishlistPrice price={product.price} offerPrice={product.offerPrice} />}
      <ul className="text-xs">
        {wishlistChanges(item).map(({ text, isGood }) => (
          <li key={text} className={isGood ? 'text-accent' : 'text-ink-soft'}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

function WishlistPrice({ price, offerPrice }: { price: number; offerPrice: number | null }) {
  const { newPrice, origPrice, isDiscount } = toPriceView(price, offerPrice)
  return (
    <p className="card-price">
      <span>{formatDollars(newPrice)}</span>
      {isDiscount && (
        <s>
          <span className="sr-only">Before: </span>
          {formatDollars(origPrice)}
        </s>
      )}
    </p>
  )
}

function CartButton(props: { item: WishlistItemData; isBusy: boolean; onClick: () => void }) {
  const { item, isBusy, onClick } = props
  const soldOut = isSoldOut(item.product?.stock ?? null)
  return (
    <button type="button" className="card-add" disabled={soldOut || isBusy} onClick={onClick}>
      {soldOut ? 'Out of stock' : 'Move to Cart'}
      <span className="sr-only">{`: ${item.name}`}</span>
    </button>
  )
}

/** A change of a product since it was added; `isGood` if it is in the shopper's favour. */
type WishlistChange = Readonly<{ text: string; isGood: boolean }>

/** Returns the notable changes of a product, stock before price; none when nothing changed. */
export function wishlistChanges({
  product,
  availability,
  added,
}: Pick<WishlistItemData, 'product' | 'availability' | 'added'>): WishlistChange[] {
  if (availability === 'withdrawn') return [{ text: 'No longer offered by its supplier', isGood: false }]
  if (!product) return [{ text: 'Not available right now', isGood: false }]
  const hasStock = product.stock > 0
  const stock =
    hasStock === added.wasInStock
      ? []
      : [{ text: hasStock ? 'Back in stock' : 'Sold out since you added it', isGood: hasStock }]
  return [...stock, ...priceChange(added.price, toPriceView(product.price, product.offerPrice).newPrice)]
}

/** Compares whole cents, because differences of decimals are inexact. */
function priceChange(previousPrice: number, currentPrice: number): WishlistChange[] {
  const cents = Math.round((currentPrice - previousPrice) * 100)
  if (cents === 0) return []
  const difference = formatDollars(Math.abs(cents) / 100)
  return cents < 0
    ? [{ text: `${difference} less than when you added it`, isGood: true }]
    : [{ text: `${difference} more than when you added it`, isGood: false }]
}

/** Renders the switches of the emails about a product, which are off by default. */
function WishlistAlertSwitches({ item, show }: { item: WishlistItem; show: UpdateItem }) {
  const { priceDrop, backInStock } = item.tells
  return (
    <fieldset className="relative flex flex-col gap-2 pt-4">
      <legend className="float-start mb-2 w-full text-xs text-ink-soft">
        Email me about<span className="sr-only">{` ${item.name}`}</span>
      </legend>
      <Checkbox
        label="Price drop"
        checked={priceDrop}
        onChange={() => void setWishlistAlerts(item, { priceDrop: !priceDrop }, show)}
      />
      <Checkbox
        label="Back in stock"
        checked={backInStock}
        onChange={() => void setWishlistAlerts(item, { backInStock: !backInStock }, show)}
      />
    </fieldset>
  )
}
