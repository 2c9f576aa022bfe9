import type { WishData } from '#features/catalogue/wishlist/contract.ts'
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

/** Two beside each other on phones, four on wide screens. */
const SIZES = '(min-width: 64rem) 22vw, (min-width: 48rem) 30vw, 46vw'

/** A piece on the wishlist: what it is now, what changed, and what can be done with it. */
export function WishlistCard({ wish, show }: { wish: WishlistItem; show: UpdateItem }) {
  const [isBusy, setIsBusy] = useState(false)
  const remove = useRef<HTMLButtonElement>(null)
  // Who put it back had the focus on a button that is gone.
  useEffect(() => (wish.isBack ? remove.current?.focus({ preventScroll: true }) : undefined), [wish.isBack])
  async function runOnce(work: Promise<void>): Promise<void> {
    setIsBusy(true)
    await work
    setIsBusy(false)
  }
  return (
    <article className="card" aria-busy={isBusy || undefined}>
      <WishlistPicture wish={wish} />
      <WishlistTexts wish={wish} />
      {wish.piece && (
        <div className="card-controls">
          <CartButton
            wish={wish}
            isBusy={isBusy}
            onClick={() => void runOnce(moveWishlistItemToCart(wish, show))}
          />
        </div>
      )}
      {wish.standing !== 'withdrawn' && <WishlistAlertSwitches wish={wish} show={show} />}
      <button
        ref={remove}
        type="button"
        aria-label={`Remove ${wish.name} from wishlist`}
        disabled={isBusy}
        onClick={() => void runOnce(removeWishlistItem(wish, show))}
        className="absolute end-2 top-2 z-2 grid size-10 place-items-center rounded-full bg-paper text-ink hover:bg-mist"
      >
        <Icon shapes={X} aria-hidden="true" className="size-4" strokeWidth={1.5} />
      </button>
    </article>
  )
}

function WishlistPicture({ wish }: { wish: WishData }) {
  const picture = <ProductPicture image={wish.image ?? undefined} alt="" sizes={SIZES} />
  if (wish.standing === 'offered') {
    return (
      // Readers and the keyboard take the link of the name.
      <Link href={`/product/${wish.productId}`} tabIndex={-1} aria-hidden="true" className="card-picture">
        {picture}
      </Link>
    )
  }
  return <div className="card-picture opacity-60 grayscale">{picture}</div>
}

function WishlistTexts({ wish }: { wish: WishData }) {
  const { piece, name, productId, standing } = wish
  return (
    <div className="card-texts">
      {piece && <p className="card-maker">{piece.manufacturer.name}</p>}
      <h2 className="card-name">
        {/* A hidden piece has no page. That of a withdrawn one leads on to others of its kind. */}
        {standing === 'hidden' ? name : <Link href={`/product/${productId}`}>{name}</Link>}
      </h2>
      {piece && <WishlistPrice price={piece.price} offerPrice={piece.offerPrice} />}
      <ul className="text-xs">
        {wishlistChanges(wish).map(({ text, isGood }) => (
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

function CartButton(props: { wish: WishData; isBusy: boolean; onClick: () => void }) {
  const { wish, isBusy, onClick } = props
  const soldOut = isSoldOut(wish.piece?.stock ?? null)
  return (
    <button type="button" className="card-add" disabled={soldOut || isBusy} onClick={onClick}>
      {soldOut ? 'Out of stock' : 'Move to Cart'}
      <span className="sr-only">{`: ${wish.name}`}</span>
    </button>
  )
}

/** What became of a piece since it was put on the list, in words; `isGood` where that is what one hopes for. */
type WishlistChange = Readonly<{ text: string; isGood: boolean }>

/** The changes worth a line, the stock's before the price's; none where all is as it was. */
export function wishlistChanges({
  piece,
  standing,
  added,
}: Pick<WishData, 'piece' | 'standing' | 'added'>): WishlistChange[] {
  if (standing === 'withdrawn') return [{ text: 'No longer offered by its supplier', isGood: false }]
  if (!piece) return [{ text: 'Not offered at the moment', isGood: false }]
  const hasStock = piece.stock > 0
  const stock =
    hasStock === added.wasInStock
      ? []
      : [{ text: hasStock ? 'Back in stock' : 'Sold out since you added it', isGood: hasStock }]
  return [...stock, ...priceChange(added.price, toPriceView(piece.price, piece.offerPrice).newPrice)]
}

/** In whole cents: prices are decimals, whose differences are not. */
function priceChange(previousPrice: number, currentPrice: number): WishlistChange[] {
  const cents = Math.round((currentPrice - previousPrice) * 100)
  if (cents === 0) return []
  const difference = formatDollars(Math.abs(cents) / 100)
  return cents < 0
    ? [{ text: `${difference} less than when you added it`, isGood: true }]
    : [{ text: `${difference} more than when you added it`, isGood: false }]
}

/** Which changes of the piece are told by mail: none, unless somebody wishes so. */
function WishlistAlertSwitches({ wish, show }: { wish: WishlistItem; show: UpdateItem }) {
  const { priceDrop, backInStock } = wish.tells
  return (
    <fieldset className="relative flex flex-col gap-2 pt-4">
      <legend className="float-start mb-2 w-full text-xs text-ink-soft">
        Mail me about<span className="sr-only">{` ${wish.name}`}</span>
      </legend>
      <Checkbox
        label="Price drop"
        checked={priceDrop}
        onChange={() => void setWishlistAlerts(wish, { priceDrop: !priceDrop }, show)}
      />
      <Checkbox
        label="Back in stock"
        checked={backInStock}
        onChange={() => void setWishlistAlerts(wish, { backInStock: !backInStock }, show)}
      />
    </fieldset>
  )
}
