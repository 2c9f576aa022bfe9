import { useRef, useState, type ReactNode } from 'react'
import type { CountryData, SavedAddressData } from '#features/sales/shipping/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '../shell/empty-state.tsx'
import { QueryView, useQuery } from '#web/shared/loading/query-view.tsx'
import { AddressCard } from './address-card.tsx'
import { AddressForm } from './address-form.tsx'

type Addresses = Readonly<{
  addresses: readonly SavedAddressData[]
  countries: readonly CountryData[]
}>

/** Renders the saved addresses of the account, with their forms. */
export function AddressesSection() {
  const query = useQuery<Addresses>('', async (signal) => {
    const [{ addresses }, { countries }] = await Promise.all([
      call('GET /users/addresses', {}, { signal }),
      call('GET /shop/getAllCountries', {}, { signal }),
    ])
    return { addresses, countries }
  })
  return (
    <QueryView loading={query} skeleton={<AddressesSkeleton />}>
      {({ addresses, countries }) => (
        <AddressBook
          addresses={addresses}
          countries={countries}
          onChange={(changed) => query.show({ addresses: changed, countries })}
        />
      )}
    </QueryView>
  )
}

/** Renders the saved addresses as cards; one of them, or a new one, may be open as a form. */
export function AddressBook(
  props: Addresses & { onChange: (addresses: readonly SavedAddressData[]) => void },
) {
  const { addresses, countries, onChange } = props
  const [open, setOpen] = useState<string>()
  const addressList = useRef<HTMLDivElement>(null)

  function close(changed: readonly SavedAddressData[] = addresses): void {
    setOpen(undefined)
    onChange(changed)
    // The focused form was removed.
    addressList.current?.focus()
  }

  return (
    <div ref={addressList} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      {addresses.length === 0 && open === undefined && <NoAddresses onAdd={() => setOpen(NEW_ADDRESS)} />}
      <ul className="grid gap-5 empty:hidden md:grid-cols-2">
        {addresses.map((address) => (
          <li key={address.id} className={address.id === open ? 'md:col-span-2' : ''}>
            {address.id === open ? (
              <OpenAddressForm>
                <AddressForm
                  address={address}
                  countries={countries}
                  onSaved={close}
                  onCancel={() => close()}
                />
              </OpenAddressForm>
            ) : (
              <AddressCard address={address} onEdit={() => setOpen(address.id)} onChange={onChange} />
            )}
          </li>
        ))}
      </ul>
      {open === NEW_ADDRESS && (
        <OpenAddressForm>
          <AddressForm countries={countries} onSaved={close} onCancel={() => close()} />
        </OpenAddressForm>
      )}
      {addresses.length > 0 && open === undefined && (
        <Button variant="outline" className="self-start" onClick={() => setOpen(NEW_ADDRESS)}>
          Add an address
        </Button>
      )}
    </div>
  )
}

/** The key of the address that is not saved yet. */
const NEW_ADDRESS = 'new'

function OpenAddressForm({ children }: { children: ReactNode }) {
  return <div className="rounded-md border border-line bg-sheet p-5 md:p-7">{children}</div>
}

function NoAddresses({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState title="No addresses yet" text="Save your addresses and checkout fills them in for you.">
      <Button size="sm" onClick={onAdd}>
        Add an address
      </Button>
    </EmptyState>
  )
}

function AddressesSkeleton() {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Skeleton className="h-52 rounded-md" />
      <Skeleton className="h-52 rounded-md" />
    </div>
  )
}
