import { useEffect, useRef, useState } from 'react'
import { X } from 'lucide-react'
import type { WishData } from '#features/catalogue/wishlist/contract.ts'
import { formatDollars, priceShown } from '#web/shared/product/price-view.ts'
import { isSoldOut } from '#web/shared/product/product-card-model.ts'
import { ProductPicture } from '#web/shared/product/product-picture.tsx'
import { Link } from '#web/ui/link.tsx'
import type { ListedWish, Show } from './use-wishes.ts'
import { moveToCart, removeWish } from './wish-actions.ts'
import { wishChanges } from './wish-change.ts'
import { WishMailSwitches } from './wish-mail-switches.tsx'

/** Two beside each other on phones, four on wide screens. */
const SIZES = '(min-width: 64rem) 22vw, (min-width: 48rem) 30vw, 46vw'

/** A piece on the wishlist: what it is now, what changed, and what can be done with it. */
export function WishCard({ wish, show }: { wish: ListedWish; show: Show }) {
  const [isBusy, setIsBusy] = useState(false)
  const remove = useRef<HTMLButtonElement>(null)
  // Who put it back had the focus on a button that is gone.
  useEffect(() => (wish.isBack ? remove.current?.focus({ preventScroll: true }) : undefined), [wish.isBack])
  async function once(work: Promise<void>): Promise<void> {
    setIsBusy(true)
    await work
    setIsBusy(false)
  }
  return (
    <article className="card" aria-busy={isBusy || undefined}>
      <WishPicture wish={wish} />
      <WishTexts wish={wish} />
      {wish.piece && (
        <div className="card-controls">
          <CartButton wish={wish} isBusy={isBusy} onClick={() => void once(moveToCart(wish, show))} />
        </div>
      )}
      {wish.standing !== 'withdrawn' && <WishMailSwitches wish={wish} show={show} />}
      <button
        ref={remove}
        type="button"
        aria-label={`Remove ${wish.name} from wishlist`}
        disabled={isBusy}
        onClick={() => void once(removeWish(wish, show))}
        className="absolute end-2 top-2 z-2 grid size-10 place-items-center rounded-full bg-paper text-ink hover:bg-mist"
      >
        <X aria-hidden="true" className="size-4" strokeWidth={1.5} />
      </button>
    </article>
  )
}

function WishPicture({ wish }: { wish: WishData }) {
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

function WishTexts({ wish }: { wish: WishData }) {
  const { piece, name, productId, standing } = wish
  return (
    <div className="card-texts">
      {piece && <p className="card-maker">{piece.manufacturer.name}</p>}
      <h2 className="card-name">
        {/* A hidden piece has no page. That of a withdrawn one leads on to others of its kind. */}
        {standing === 'hidden' ? name : <Link href={`/product/${productId}`}>{name}</Link>}
      </h2>
      {piece && <WishPrice price={piece.price} offerPrice={piece.offerPrice} />}
      <ul className="text-xs">
        {wishChanges(wish).map(({ text, isGood }) => (
          <li key={text} className={isGood ? 'text-accent' : 'text-ink-soft'}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

function WishPrice({ price, offerPrice }: { price: number; offerPrice: number | null }) {
  const { newPrice, origPrice, isDiscount } = priceShown(price, offerPrice)
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
