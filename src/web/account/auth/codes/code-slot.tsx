import type { ReactNode } from 'react'

/** The number of digits of a code. */
export const CODE_LENGTH = 6

/** Renders the slots of a code: two groups of three with a thin line between. */
export function SlotGroups({ children }: { children: (index: number) => ReactNode }) {
  return (
    <div aria-hidden="true" className="flex items-center gap-3">
      <SlotGroup places={[0, 1, 2]}>{children}</SlotGroup>
      <span className="h-px w-3 shrink-0 bg-line-strong" />
      <SlotGroup places={[3, 4, 5]}>{children}</SlotGroup>
    </div>
  )
}

function SlotGroup(props: { places: readonly number[]; children: (index: number) => ReactNode }) {
  return (
    <div className="flex min-w-0 flex-1 gap-1.5 sm:gap-2">
      {props.places.map((index) => props.children(index))}
    </div>
  )
}

/** Renders the slot of one digit; the active one is highlighted. */
export function CodeSlot(props: { char: string | undefined; isActive: boolean; isWrong: boolean }) {
  const { char, isActive, isWrong } = props
  const tone = isActive
    ? 'border-accent outline-1 outline-accent'
    : isWrong
      ? 'border-danger'
      : 'border-line-strong'
  return (
    <span
      className={`grid h-14 min-w-0 flex-1 place-items-center rounded-md border bg-sheet text-lg tabular-nums transition-colors ${tone}`}
    >
      {char ?? (isActive && <span className="code-caret h-6 w-px bg-ink" />)}
    </span>
  )
}
