/** How long a tap waits for its scripts at most, in milliseconds. */
const PATIENCE_MS = 10_000

/**
 * Keeps taps on buttons whose scripts are still loading, and clicks those buttons once React delivers clicks there. Links
 * and forms work without scripts and are left alone.
 */
export function keepEarlyClicks(): void {
  const delivered = new WeakSet<Event>()
  // Told by the outermost element of the page (`shell/frame.tsx`): React stops a click before that while its target is not hydrated.
  addEventListener('click-delivered', ({ detail }) => delivered.add(detail))
  addEventListener('click', (click) => keepClick(click, delivered), { capture: true })
}

function keepClick(click: MouseEvent, delivered: WeakSet<Event>): void {
  // Those that are clicked again below are not kept a second time.
  if (!click.isTrusted) return
  const button = click.target instanceof Element ? click.target.closest('button[type=button]') : null
  if (!(button instanceof HTMLButtonElement)) return
  const latest = performance.now() + PATIENCE_MS
  setTimeout(() => delivered.has(click) || clickUntilDelivered(button, latest, delivered))
}

function clickUntilDelivered(button: HTMLButtonElement, latest: number, delivered: WeakSet<Event>): void {
  if (!button.isConnected || performance.now() > latest) return
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true })
  button.dispatchEvent(click)
  if (!delivered.has(click)) requestAnimationFrame(() => clickUntilDelivered(button, latest, delivered))
}

declare global {
  interface WindowEventMap {
    /** React has delivered a click, which is the detail. */
    'click-delivered': CustomEvent<Event>
  }
}
