import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { announceAdded } from './announce-added.ts'
import { cart } from './cart-store.ts'
import { formatDollars } from './price-shown.ts'
import { cartItemOf, isSoldOut, productCardModel } from './product-card-model.ts'
import type { CardSource, ProductCardModel } from './product-card-model.ts'
import { ProductPicture } from './product-picture.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'
import { Stars } from './stars.tsx'

/** How wide a picture of a card is: two beside each other on phones, four on wide screens. */
const CARD_SIZES = '(min-width: 64rem) 22vw, (min-width: 48rem) 30vw, 46vw'

/** A piece in a list. The whole card leads to the piece's page; only its controls do not (CARD-15, CARD-16). */
export function ProductCard({ product, eager = false }: { product: CardSource; eager?: boolean }) {
  const card = productCardModel(product)
  return (
    <article className="group @container relative flex h-full flex-col">
      <CardPictures card={card} eager={eager} />
      <CardTexts card={card} />
      <CardControls card={card} />
    </article>
  )
}

function CardPictures({ card, eager }: { card: ProductCardModel; eager: boolean }) {
  // The second view is fetched when somebody points at the card, not before.
  const [isPointedAt, setPointedAt] = useState(false)
  return (
    // Readers and the keyboard take the link of the name.
    <Link
      href={`/product/${card.id}`}
      tabIndex={-1}
      aria-hidden="true"
      className="relative z-1 block aspect-square overflow-hidden bg-stone"
      onPointerOver={(event) => event.pointerType === 'mouse' && setPointedAt(true)}
    >
      <ProductPicture image={card.image} alt="" sizes={CARD_SIZES} eager={eager} />
      {isPointedAt && card.secondImage && (
        <div className="absolute inset-0 opacity-0 transition-opacity group-hover:opacity-100">
          <ProductPicture image={card.secondImage} alt="" sizes={CARD_SIZES} />
        </div>
      )}
      {card.isDiscount && (
        <span className="absolute start-3 top-3 bg-paper px-2 py-0.5 text-xs text-ink tabular-nums">
          {`${card.discount} off`}
        </span>
      )}
    </Link>
  )
}

function CardTexts({ card }: { card: ProductCardModel }) {
  return (
    <div className="flex flex-1 flex-col gap-1 pt-4">
      <p className="truncate text-xs text-ink-soft">{card.manufacturer}</p>
      <h3 className="line-clamp-2 font-sans text-sm font-medium tracking-normal">
        {/* The link's own box is stretched over the card. */}
        <Link
          href={`/product/${card.id}`}
          className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
        >
          {card.title}
        </Link>
      </h3>
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-soft tabular-nums">
        <Stars rating={card.rating} />
        <span>{ratingText(card)}</span>
        <span>{`${card.pieceSold} sold`}</span>
      </p>
      <CardPrice card={card} />
    </div>
  )
}

function ratingText({ rating, reviewCount }: ProductCardModel): string {
  return rating === 0 ? 'No reviews' : `${rating.toFixed(1)} (${reviewCount})`
}

function CardPrice({ card }: { card: ProductCardModel }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 pt-1 tabular-nums">
      <span className="text-base">{formatDollars(card.newPrice)}</span>
      {card.isDiscount && (
        <s className="text-xs text-ink-soft">
          <span className="sr-only">Before: </span>
          {formatDollars(card.origPrice)}
        </s>
      )}
    </p>
  )
}

function CardControls({ card }: { card: ProductCardModel }) {
  const [quantity, setQuantity] = useState(1)
  if (isSoldOut(card.originalStock)) {
    return (
      <div className="relative pt-3">
        <Button look="outline" size="sm" wide disabled>
          Out of stock
        </Button>
      </div>
    )
  }
  return (
    <div className="relative flex flex-wrap gap-2 pt-3">
      <QuantityStepper
        quantity={quantity}
        stock={card.originalStock}
        label={card.title}
        onChange={setQuantity}
      />
      <Button
        look="outline"
        size="sm"
        className="grow"
        onClick={() => announceAdded(cart.addFromPage(cartItemOf(card, quantity)))}
      >
        Add to Cart
        <span className="sr-only">{`: ${card.title}`}</span>
      </Button>
    </div>
  )
}
