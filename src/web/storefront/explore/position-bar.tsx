import { ArrowDown, ArrowUp } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'

/**
 * Renders which products are in view, with buttons to both ends of the list. Positions count from 0; `to` is exclusive.
 */
export function PositionBar({ from, to, total }: { from: number; to: number; total: number }) {
  return (
    <div className="position-bar">
      <button type="button" aria-label="Go to first products" onClick={scrollToFirst}>
        <Icon shapes={ArrowUp} aria-hidden="true" strokeWidth={1.5} />
      </button>
      <p>{`${NUMBER_FORMAT.format(from + 1)}–${NUMBER_FORMAT.format(to)} of ${NUMBER_FORMAT.format(total)}`}</p>
      <button type="button" aria-label="Go to last products" onClick={scrollToLast}>
        <Icon shapes={ArrowDown} aria-hidden="true" strokeWidth={1.5} />
      </button>
    </div>
  )
}

/** Scrolls to the first product. This bar is not visible there, so the focus moves to the start of the page. */
function scrollToFirst(): void {
  window.scrollTo({ top: 0, behavior: 'instant' })
  document.getElementById('main')?.focus({ preventScroll: true })
}

function scrollToLast(): void {
  window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
}

const NUMBER_FORMAT = new Intl.NumberFormat('en-US')
