import { useEffect, useState } from 'react'
import { STAGE_DELAYS_MS, stagesShown } from './stages.ts'

/** How many stages of the view can be seen by now. */
export function useStages(): number {
  const [wantsNoMotion] = useState(prefersNoMotion)
  const [shown, setShown] = useState(stagesShown(0, wantsNoMotion))
  useEffect(() => {
    if (wantsNoMotion) return
    const timers = STAGE_DELAYS_MS.map((delay) =>
      setTimeout(() => setShown(stagesShown(delay, false)), delay),
    )
    return () => timers.forEach(clearTimeout)
  }, [wantsNoMotion])
  return shown
}

function prefersNoMotion(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}
