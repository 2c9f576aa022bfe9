import { useEffect, useRef, useState } from 'react'

/**
 * Runs `act` when it is asked for: at once where `isReady`, else as soon as that is so. An order names the rates of its very
 * products: pressed a moment after the cart has changed, it waits for them.
 */
export function useWhenReady(
  isReady: boolean,
  act: () => void,
): Readonly<{ isWaiting: boolean; run: () => void }> {
  const latest = useRef(act)
  const [isWaiting, setIsWaiting] = useState(false)

  useEffect(() => {
    latest.current = act
  })

  useEffect(() => {
    if (!isWaiting || !isReady) return
    setIsWaiting(false)
    latest.current()
  }, [isWaiting, isReady])

  return { isWaiting, run: () => (isReady ? act() : setIsWaiting(true)) }
}
