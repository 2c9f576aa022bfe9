/** How long the page must have stood still where the browser does not say when scrolling is over. */
const STILL_MS = 250

/** Calls back whenever the page has come to rest after scrolling, with no finger on it; gives what stops that. */
export function onRest(tell: () => void): () => void {
  return 'onscrollend' in window ? onScrollEnd(tell) : onStillness(tell)
}

function onScrollEnd(tell: () => void): () => void {
  document.addEventListener('scrollend', tell)
  return () => document.removeEventListener('scrollend', tell)
}

/** For Safari before 26.2, which has no such event. */
function onStillness(tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let fingers = 0
  function wait(): void {
    clearTimeout(timer)
    timer = setTimeout(() => (fingers === 0 ? tell() : wait()), STILL_MS)
  }
  function touch(event: TouchEvent): void {
    fingers = event.touches.length
  }
  const touches = ['touchstart', 'touchend', 'touchcancel'] as const
  window.addEventListener('scroll', wait, { passive: true })
  for (const kind of touches) window.addEventListener(kind, touch, { passive: true })
  return () => {
    clearTimeout(timer)
    window.removeEventListener('scroll', wait)
    for (const kind of touches) window.removeEventListener(kind, touch)
  }
}
