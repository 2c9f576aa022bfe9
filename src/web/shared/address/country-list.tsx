import { Check } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useState } from 'react'
import type { CountryData } from '#features/sales/shipping/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { setDeliveryCountry, useDeliveryCountry } from './delivery-country.ts'

/**
 * Renders the list of countries the shop ships to, loaded when first opened. A failure shows as a toast. Choosing a
 * country stores it, announces what changes, and calls `onChosen`.
 */
export function CountryList({ onChosen }: { onChosen: () => void }) {
  const selectedCountry = useDeliveryCountry()
  const countries = useCountries()
  const [text, setText] = useState('')
  function choose(country: CountryData): void {
    setDeliveryCountry(country)
    toast.info(`Showing rates and delivery times for ${country.name}`)
    onChosen()
  }
  if (countries.length === 0) return <CountriesLoading />
  const matches = countries.filter(({ name }) => matchesName(name, text))
  return (
    <>
      <input
        type="search"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        placeholder="Find a country"
        aria-label="Find a country"
        className="min-h-11 w-full border-b border-line bg-transparent px-5 text-sm text-ink placeholder:text-ink-soft"
      />
      <ul aria-label="Countries we ship to" className="max-h-72 overflow-y-auto overscroll-contain p-2">
        {matches.map((country) => (
          <li key={country.code}>
            <button
              type="button"
              aria-pressed={country.code === selectedCountry.code}
              onClick={() => choose(country)}
              className="flex min-h-10 w-full items-center justify-between gap-4 rounded-md px-3 text-left text-sm text-ink hover:bg-mist"
            >
              {country.name}
              {country.code === selectedCountry.code && (
                <Icon shapes={Check} aria-hidden="true" className="size-4 text-accent" />
              )}
            </button>
          </li>
        ))}
      </ul>
      {matches.length === 0 && (
        <p className="px-5 pb-4 text-sm text-ink-soft">We don’t ship to this country.</p>
      )}
    </>
  )
}

/** Returns whether a name has a word that begins with the typed text, ignoring accents and case. */
function matchesName(name: string, query: string): boolean {
  return ` ${normalize(name)}`.includes(` ${normalize(query.trim())}`)
}

function normalize(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

function CountriesLoading() {
  return (
    <div className="grid gap-3 p-5">
      {['w-2/3', 'w-1/2', 'w-3/4', 'w-3/5'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}

/** Requested once per visit, because the list rarely changes. */
let countriesPromise: Promise<readonly CountryData[]> | undefined

function useCountries(): readonly CountryData[] {
  const [countries, setCountries] = useState<readonly CountryData[]>([])
  useEffect(() => {
    countriesPromise ??= call('GET /shop/getAllCountries').then((answer) => answer.countries)
    countriesPromise.then(setCountries, (error: unknown) => {
      countriesPromise = undefined
      toast.error(explainError(error, 'Something went wrong, please try again later.'))
    })
  }, [])
  return countries
}
