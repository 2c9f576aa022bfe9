import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { toastAddedToCart } from '../cart/toast-added-to-cart.ts'
import { cart } from '../cart/cart-store.ts'
import { formatDollars } from './price-view.ts'
import { toCartItem, isSoldOut, toProductCardModel } from './product-card-model.ts'
import type { CardSource, ProductCardModel } from './product-card-model.ts'
import { ProductPicture } from './product-picture.tsx'
import { QuantityStepper } from '../forms/quantity-stepper.tsx'
import { Stars } from './stars.tsx'

/** The `sizes` of a card's picture: two in a row on phones, four on wide screens. */
const CARD_SIZES = '(min-width: 64rem) 22vw, (min-width: 48rem) 30vw, 46vw'

/**
 * Renders a product in a list. The whole card links to the product's page, except for its controls (CARD-15, CARD-16).
 */
export function ProductCard({ product, eager = false }: { product: CardSource; eager?: boolean }) {
  const card = toProductCardModel(product)
  return (
    <article className="card">
      <CardPictures card={card} eager={eager} />
      <CardTexts card={card} />
      <CardControls card={card} />
    </article>
  )
}

function CardPictures({ card, eager }: { card: ProductCardModel; eager: boolean }) {
  // The second picture loads when the mouse is over the card, and fades in once loaded.
  const [isPointedAt, setPointedAt] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  return (
    // Screen readers and the keyboard use the link of the name.
    <Link
      href={`/product/${card.id}`}
      tabIndex={-1}
      aria-hidden="true"
      className="card-picture"
      onPointerOver={(event) => event.pointerType === 'mouse' && setPointedAt(true)}
    >
      <ProductPicture image={card.image} alt="" sizes={CARD_SIZES} eager={eager} />
      {isPointedAt && card.secondImage && (
        <div className="card-second" data-seen={isLoaded || undefined}>
          <ProductPicture
            image={{ ...card.secondImage, tint: null }}
            alt=""
            sizes={CARD_SIZES}
            onLoad={() => setLoaded(true)}
          />
        </div>
      )}
      {card.isDiscount && <span className="card-off">{`${card.discount} off`}</span>}
    </Link>
  )
}

function CardTexts({ card }: { card: ProductCardModel }) {
  return (
    <div className="card-texts">
      <p className="card-supplier">{card.manufacturer}</p>
      <h3 className="card-name">
        <Link href={`/product/${card.id}`}>{card.title}</Link>
      </h3>
      <p className="card-rating">
        <Stars rating={card.rating} />
        <span>{ratingText(card)}</span>
        <span>{`${card.pieceSold} sold`}</span>
      </p>
      <p className="card-price">
        <span>{formatDollars(card.newPrice)}</span>
        {card.isDiscount && (
          <s>
            <span className="sr-only">Before: </span>
            {formatDollars(card.origPrice)}
          </s>
        )}
      </p>
    </div>
  )
}

function ratingText({ rating, reviewCount }: ProductCardModel): string {
  return rating === 0 ? '(0)' : `${rating.toFixed(1)} (${reviewCount})`
}

function CardControls({ card }: { card: ProductCardModel }) {
  const [quantity, setQuantity] = useState(1)
  if (isSoldOut(card.originalStock)) {
    return (
      <div className="card-controls">
        <button type="button" className="card-add" disabled>
          Out of stock
        </button>
      </div>
    )
  }
  return (
    <div className="card-controls">
      <QuantityStepper
        quantity={quantity}
        stock={card.originalStock}
        label={card.title}
        onChange={setQuantity}
      />
      <button
        type="button"
        className="card-add"
        onClick={() => toastAddedToCart(cart.addFromPage(toCartItem(card, quantity)))}
      >
        Add to Cart
        <span className="sr-only">{`: ${card.title}`}</span>
      </button>
    </div>
  )
}
