import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { ListedWish, Show } from './use-wishes.ts'
import { putBack } from './wish-actions.ts'

/** Stands where a piece was taken off the list just now; the way back has the focus, for its button is gone. */
export function GoneCard({ wish, show }: { wish: ListedWish; show: Show }) {
  const [isBusy, setIsBusy] = useState(false)
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus({ preventScroll: true }), [])
  async function undo(): Promise<void> {
    setIsBusy(true)
    await putBack(wish, show)
    setIsBusy(false)
  }
  return (
    <div className="flex h-full min-h-64 flex-col items-center justify-center gap-4 border border-line bg-mist p-4 text-center">
      <p className="text-sm wrap-anywhere">
        {wish.gone === 'in_cart' ? `${wish.name} is in your cart` : `${wish.name} was removed`}
      </p>
      {wish.standing === 'offered' && (
        <Button ref={back} look="outline" size="sm" busy={isBusy} onClick={() => void undo()}>
          Put back<span className="sr-only">{`: ${wish.name}`}</span>
        </Button>
      )}
    </div>
  )
}
