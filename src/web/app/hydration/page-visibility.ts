/** Tells once when the page is visible; gives what stops the watch. */
export function whenPageVisible(callback: () => void): () => void {
  const check = (): void => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', check)
    callback()
  }
  document.addEventListener('visibilitychange', check)
  check()
  return () => document.removeEventListener('visibilitychange', check)
}
