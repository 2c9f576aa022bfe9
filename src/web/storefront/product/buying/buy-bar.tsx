import { type RefObject, useEffect, useState } from 'react'
import { formatDollars } from '#web/shared/product/price-view.ts'
import { isSoldOut, type ProductCardModel } from '#web/shared/product/product-card-model.ts'
import { Button } from '#web/ui/button.tsx'

/**
 * Renders price, variant and button in a bar at a phone's bottom edge. It is visible while the page's own button is
 * not. It comes after all other content, so that it covers neither the page's end nor the footer.
 */
export function BuyBar(props: {
  offer: ProductCardModel
  variantTitle: string | undefined
  /** The page's own button. */
  button: RefObject<HTMLElement | null>
  isPaused: boolean
  onAdd: () => void
}) {
  const { offer, variantTitle, button, isPaused, onAdd } = props
  const isVisible = useIsOutOfSight(button)
  const soldOut = isSoldOut(offer.originalStock)
  return (
    <div className="buy-bar" data-shown={isVisible || undefined}>
      <div className="min-w-0 flex-1">
        <p className="text-base tabular-nums">{formatDollars(offer.newPrice)}</p>
        {variantTitle && <p className="truncate text-xs text-ink-soft">{variantTitle}</p>}
      </div>
      <Button className="shrink-0" disabled={soldOut || isPaused} onClick={onAdd}>
        {soldOut ? 'Out of stock' : isPaused ? 'On holiday' : 'Add to Cart'}
      </Button>
    </div>
  )
}

function useIsOutOfSight(element: RefObject<HTMLElement | null>): boolean {
  const [isOut, setIsOut] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1)
      if (last) setIsOut(!last.isIntersecting)
    })
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return isOut
}
