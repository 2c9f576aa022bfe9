/** The buttons that need scripts. */
const REPEATED = 'button[type=button],form[method=dialog] button'

/** How long a tap waits for its scripts at most, in milliseconds. */
const TIMEOUT_MS = 10_000

/**
 * Records clicks on buttons whose scripts are still loading, and repeats them once React handles clicks. Links and
 * forms work without scripts and are ignored, except forms that only scripts can submit (`method="dialog"`).
 */
export function replayEarlyClicks(): void {
  const delivered = new WeakSet<Event>()
  // Reported by the outermost element of the page (`shell/frame.tsx`): React stops an earlier click while its target
  // is not hydrated.
  addEventListener('click-delivered', ({ detail }) => delivered.add(detail))
  addEventListener('click', (click) => recordClick(click, delivered), { capture: true })
}

function recordClick(click: MouseEvent, delivered: WeakSet<Event>): void {
  // The repeated clicks below are not recorded again.
  if (!click.isTrusted) return
  const button = click.target instanceof Element ? click.target.closest(REPEATED) : null
  if (!(button instanceof HTMLButtonElement)) return
  const latest = performance.now() + TIMEOUT_MS
  setTimeout(() => delivered.has(click) || clickUntilDelivered(button, latest, delivered))
}

function clickUntilDelivered(button: HTMLButtonElement, deadline: number, delivered: WeakSet<Event>): void {
  if (!button.isConnected || performance.now() > deadline) return
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true })
  button.dispatchEvent(click)
  if (!delivered.has(click)) requestAnimationFrame(() => clickUntilDelivered(button, deadline, delivered))
}

declare global {
  interface WindowEventMap {
    /** Reports that React has delivered a click, which is the detail. */
    'click-delivered': CustomEvent<Event>
  }
}
