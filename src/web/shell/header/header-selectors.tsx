import { Check, ChevronDown, MapPin } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Suspense } from 'react'
import { DEFAULT_DELIVERY, useDeliveryCountry } from '#web/shared/address/delivery-country.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Popover } from '#web/ui/popover.tsx'

const OPENER = 'inline-flex min-h-9 items-center gap-1.5 hover:text-ink'

/** Renders the selectors of delivery country and language. */
export function HeaderSelectors() {
  return (
    <>
      <DeliverySelector />
      <LanguageSelector />
    </>
  )
}

const CountryList = lazyComponent(
  async () => (await import('#web/shared/address/country-list.tsx')).CountryList,
)

/**
 * Renders 'Deliver to Singapore', which opens the list of served countries; the choice presets estimates and the
 * checkout. The label never changes (HDR-13), so another choice is shown beside it.
 */
function DeliverySelector() {
  const deliveryCountry = useDeliveryCountry()
  return (
    <div className="flex flex-wrap items-center gap-x-3 lg:flex-row-reverse">
      <Popover
        button={
          <>
            <Icon shapes={MapPin} aria-hidden="true" className="size-3.5" strokeWidth={1.5} />
            {`Deliver to ${DEFAULT_DELIVERY.name}`}
            <Icon shapes={ChevronDown} aria-hidden="true" className="size-3.5" strokeWidth={1.5} />
          </>
        }
        buttonClass={OPENER}
        sheetClass="left-0 w-72 lg:right-0 lg:left-auto"
      >
        {(close) => (
          <Suspense>
            <CountryList onChosen={close} />
          </Suspense>
        )}
      </Popover>
      {deliveryCountry.code !== DEFAULT_DELIVERY.code && (
        <p className="text-ink">{`Rates for ${deliveryCountry.name}`}</p>
      )}
    </div>
  )
}

/** Renders 'English - USD', the only language and currency of the shop (HDR-13). */
function LanguageSelector() {
  return (
    <Popover
      button={
        <>
          English - USD
          <Icon shapes={ChevronDown} aria-hidden="true" className="size-3.5" strokeWidth={1.5} />
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
          <Icon shapes={Check} aria-hidden="true" className="size-4 text-accent" />
        </button>
      )}
    </Popover>
  )
}
