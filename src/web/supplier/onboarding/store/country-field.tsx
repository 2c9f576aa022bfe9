import { ChevronDown } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { CountryData } from '#features/sales/shipping/contract.ts'
import { useActiveOption } from '#web/shared/search/use-active-option.ts'
import { useCloseOutside } from '#web/ui/use-close-outside.ts'
import { searchCountries, findCountryByText } from './store-form.ts'

const LABEL = 'Store Country'

type CountryFieldProps = Readonly<{
  value: string
  onChange: (country: string) => void
  countries: readonly CountryData[]
  error: string | undefined
}>

/**
 * Renders the country of a store as a combobox (ARIA 1.2). Its input takes a name or a code and suggests matches, its
 * button opens the whole list. Both have the label; only the input has the value (MONB-04, MONB-05).
 */
export function CountryField(props: CountryFieldProps) {
  const { value, countries, error } = props
  const [id, listId] = [useId(), useId()]
  const { root, field, isOpen, shown, activeId, ...does } = useCountryList(props)
  return (
    <div ref={root} onKeyDown={does.press} className="relative">
      <label htmlFor={id} className="mb-1.5 block text-sm text-ink">
        {LABEL}
      </label>
      <div className="relative">
        <input
          ref={field}
          id={id}
          name="country"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          autoComplete="off"
          maxLength={100}
          value={value}
          onChange={(event) => does.type(event.target.value)}
          className="block min-h-12 w-full rounded-md border border-line-strong bg-sheet pr-12 pl-4 text-base text-ink transition-colors hover:border-ink focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger"
        />
        <button
          type="button"
          aria-label={LABEL}
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          onClick={does.toggle}
          className="absolute top-0 right-0 grid size-12 place-items-center rounded-md text-ink-soft hover:text-ink"
        >
          <Icon shapes={ChevronDown} aria-hidden="true" className="size-4" strokeWidth={1.5} />
        </button>
      </div>
      {isOpen && (
        <Countries
          listId={listId}
          countries={shown}
          chosen={findCountryByText(value, countries)}
          activeId={activeId}
          onChoose={does.choose}
        />
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** Returns the countries of the open list, and the handlers of keys and choices. */
function useCountryList({ value, onChange, countries }: CountryFieldProps) {
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState<'suggestions' | 'all'>()
  const active = useActiveOption(root)
  useCloseOutside(root, open !== undefined, close)
  const visibleCountries = open === 'suggestions' ? searchCountries(value, countries) : countries
  const isOpen = open !== undefined && visibleCountries.length > 0

  function close(): void {
    setOpen(undefined)
    active.reset()
  }

  function type(text: string): void {
    onChange(text)
    active.reset()
    setOpen('suggestions')
  }

  function choose({ name }: CountryData): void {
    onChange(name)
    close()
    field.current?.focus()
  }

  function toggle(): void {
    setOpen(isOpen ? undefined : 'all')
    field.current?.focus()
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isOpen) close()
    else if (event.target !== field.current || active.press(event) || event.key !== 'ArrowDown') return
    else setOpen('all')
    event.preventDefault()
  }

  return {
    root,
    field,
    isOpen,
    shown: visibleCountries,
    activeId: active.activeId,
    type,
    choose,
    toggle,
    press,
  }
}

function Countries(props: {
  listId: string
  countries: readonly CountryData[]
  chosen: CountryData | undefined
  activeId: string | undefined
  onChoose: (country: CountryData) => void
}) {
  const { listId, countries, chosen, activeId, onChoose } = props
  return (
    <div
      role="listbox"
      id={listId}
      aria-label={LABEL}
      className="sheet absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-y-auto overscroll-contain p-2"
    >
      {countries.map((country) => {
        const id = `${listId}-${country.code}`
        return (
          // The input handles the keys, as it keeps the focus.
          <div
            key={country.code}
            id={id}
            role="option"
            tabIndex={-1}
            aria-selected={activeId === undefined ? country.code === chosen?.code : id === activeId}
            onClick={() => onChoose(country)}
            className="flex min-h-10 cursor-pointer items-center rounded-md px-3 text-sm text-ink hover:bg-mist aria-selected:bg-mist aria-selected:outline-1 aria-selected:outline-line-strong"
          >
            {country.name}
          </div>
        )
      })}
    </div>
  )
}
