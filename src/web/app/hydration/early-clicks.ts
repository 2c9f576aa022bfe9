/** After so long nobody waits any more for what was tapped, in milliseconds. */
const PATIENCE_MS = 10_000

/**
 * A tap on a button whose scripts are still on their way is not lost: it is done as soon as they are there. What works
 * without scripts, links and forms, is left alone.
 */
export function keepEarlyClicks(): void {
  addEventListener('click', keepClick, { capture: true })
}

function keepClick({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest<HTMLElement>('button[type=button]') : null
  if (!button || isAwake(button)) return
  // React, if it is there, tries to wake that part of the page on the click's way down, and stops the click when it cannot.
  let isAnswered = false
  button.addEventListener('click', () => (isAnswered = isAwake(button)), { capture: true, once: true })
  setTimeout(() => isAnswered || clickOnceAwake(button, performance.now() + PATIENCE_MS))
}

function clickOnceAwake(button: HTMLElement, latest: number): void {
  if (isAwake(button)) return button.click()
  if (button.isConnected && performance.now() < latest)
    requestAnimationFrame(() => clickOnceAwake(button, latest))
}

/** React marks every element that it has taken over with what it was given. */
function isAwake(element: HTMLElement): boolean {
  return Object.keys(element).some((key) => key.startsWith('__reactProps'))
}
