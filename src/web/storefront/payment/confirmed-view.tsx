import { ButtonLink } from '#web/ui/button.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Check } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useState } from 'react'

/** The delays of icon, text and button of the success view, in milliseconds (PAY-06). */
export const REVEAL_DELAYS_MS = [300, 800, 1300] as const

/**
 * Returns how many of the three elements are visible after `elapsedMs`. With reduced motion all are visible at once.
 */
export function countRevealed(elapsedMs: number, prefersReducedMotion: boolean): number {
  return prefersReducedMotion
    ? REVEAL_DELAYS_MS.length
    : REVEAL_DELAYS_MS.filter((delay) => delay <= elapsedMs).length
}

/** Returns how many elements of the view are visible now. */
function useRevealedCount(): number {
  const [wantsNoMotion] = useState(mediaPrefersReducedMotion)
  const [shown, setShown] = useState(countRevealed(0, wantsNoMotion))
  useEffect(() => {
    if (wantsNoMotion) return
    const timers = REVEAL_DELAYS_MS.map((delay) =>
      setTimeout(() => setShown(countRevealed(delay, false)), delay),
    )
    return () => timers.forEach(clearTimeout)
  }, [wantsNoMotion])
  return shown
}

function mediaPrefersReducedMotion(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}

/**
 * Renders a confirmed payment with a link to its order. Icon, text and button appear one after the other (PAY-03 to
 * PAY-06).
 */
export function ConfirmedView({ transactionId, orderId }: { transactionId: string; orderId: string }) {
  const stages = useRevealedCount()
  return (
    <>
      <LiveRegion message={stages > 1 ? 'Payment Successful!' : ''} />
      <div className={revealClass(stages >= 1)}>
        <span className="grid size-20 place-items-center rounded-full border border-gold text-accent">
          <Icon shapes={Check} aria-hidden="true" className="size-9" strokeWidth={1.25} />
        </span>
      </div>
      <div className={revealClass(stages >= 2)}>
        <h1 className="mt-8 text-2xl">Payment Successful!</h1>
        <p className="mt-4 max-w-prose text-ink-soft">
          Thank you for your order. A confirmation <span className="whitespace-nowrap">email</span> with all
          details is on its way to you.
        </p>
      </div>
      <div className={revealClass(stages >= 3)}>
        <ButtonLink href={`/dashboard?order=${encodeURIComponent(orderId)}`} size="lg" className="mt-8">
          View Order Details
        </ButtonLink>
        <p className="mt-8 max-w-full text-xs wrap-anywhere text-ink-soft">
          Transaction ID: #{transactionId}
        </p>
      </div>
    </>
  )
}

/**
 * Returns the class of an element that reserves its space before it appears. Nothing moves, and a hidden element cannot
 * get the focus.
 */
function revealClass(isRevealed: boolean): string {
  const shape =
    'flex max-w-full flex-col items-center transition-[opacity,translate] duration-250 motion-reduce:transition-none'
  return `${shape} ${isRevealed ? '' : 'invisible translate-y-2 opacity-0'}`
}
