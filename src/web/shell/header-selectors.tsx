import { Check, ChevronDown, MapPin } from 'lucide-react'
import { Suspense } from 'react'
import { chooseDeliveryCountry, useDeliveryCountry } from '../parts/delivery-country.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import { Popover } from '../ui/popover.tsx'

const OPENER = 'inline-flex min-h-9 items-center gap-1.5 hover:text-ink'

const CountryList = lazyPart(async () => (await import('./country-list.tsx')).CountryList)

/** 'Deliver to Singapore': opens the countries the shop sends to; the choice presets the checkout (HDR-13). */
export function DeliverySelector() {
  const chosen = useDeliveryCountry()
  return (
    <Popover
      button={
        <>
          <MapPin aria-hidden="true" className="size-3.5" strokeWidth={1.5} />
          {`Deliver to ${chosen.name}`}
          <ChevronDown aria-hidden="true" className="size-3.5" strokeWidth={1.5} />
        </>
      }
      buttonClass={OPENER}
      sheetClass="left-0 w-72 lg:right-0 lg:left-auto"
    >
      {(close) => (
        <Suspense>
          <CountryList
            chosen={chosen.code}
            onChoose={(country) => {
              chooseDeliveryCountry(country)
              close()
            }}
          />
        </Suspense>
      )}
    </Popover>
  )
}

/** 'English - USD': the one pair the shop speaks and sells in (HDR-13). */
export function LanguageSelector() {
  return (
    <Popover
      button={
        <>
          English - USD
          <ChevronDown aria-hidden="true" className="size-3.5" strokeWidth={1.5} />
        </>
      }
      buttonClass={OPENER}
      sheetClass="left-0 w-56 p-2 lg:right-0 lg:left-auto"
    >
      {(close) => (
        <button
          type="button"
          aria-pressed="true"
          onClick={close}
          className="flex min-h-10 w-full items-center justify-between rounded-md px-3 text-sm text-ink hover:bg-mist"
        >
          English - USD
          <Check aria-hidden="true" className="size-4 text-accent" />
        </button>
      )}
    </Popover>
  )
}
