import { Suspense } from 'react'
import { lazyPart } from '#web/shared/loading/lazy-component.tsx'
import { useIsAwake } from '#web/ui/use-is-hydrated.ts'
import { CodeSlot, SlotGroups } from './code-slot.tsx'

const CodeInput = lazyPart(async () => (await import('./code-input.tsx')).CodeInput)

/** A code of six digits in two groups of three (OTP-02); its machinery comes when the page is awake. */
export function CodeField(props: {
  value: string
  onChange: (value: string) => void
  errorId?: string | undefined
}) {
  const isAwake = useIsAwake()
  return (
    <div>
      <label htmlFor="code" className="mb-1.5 block text-sm">
        Six-digit code
      </label>
      <Suspense fallback={<EmptySlots />}>{isAwake ? <CodeInput {...props} /> : <EmptySlots />}</Suspense>
    </div>
  )
}

/** The field's shape until it is there, so that nothing moves. */
function EmptySlots() {
  return (
    <SlotGroups>
      {(place) => <CodeSlot key={place} char={undefined} isActive={false} isWrong={false} />}
    </SlotGroups>
  )
}
