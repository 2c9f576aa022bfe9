import type { ReactNode } from 'react'

/** Renders an option as a card with a radio button; the whole card is clickable. */
export function RadioCard(props: {
  name: string
  value: string
  isChosen: boolean
  isDisabled?: boolean
  onChoose: () => void
  id?: string
  className?: string
  children: ReactNode
}) {
  const { name, value, isChosen, isDisabled = false, onChoose, id, className = '', children } = props
  return (
    <label
      className={`flex min-h-14 items-center gap-4 rounded-md border bg-sheet px-4 py-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${
        isChosen ? 'border-accent bg-accent-mist' : 'border-line hover:border-ink'
      } ${className}`}
    >
      <input
        {...(id ? { id } : {})}
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
        className="size-5 shrink-0 accent-accent outline-none"
      />
      {children}
    </label>
  )
}
