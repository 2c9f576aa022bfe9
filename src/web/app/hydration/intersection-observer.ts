/** Tells once when the page is visible; gives what stops the watch. */
export function onceSeen(tell: () => void): () => void {
  const look = (): void => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', look)
    tell()
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => document.removeEventListener('visibilitychange', look)
}
