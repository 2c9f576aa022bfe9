import { useQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { useAddressChange } from '#web/console/table/use-address.ts'
import { Field } from '#web/ui/field.tsx'
import { OPERATOR } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/operator-page.tsx'
import { GuestDetails } from './guest-details.tsx'

/** Renders the stored data of a guest, found by order number, email address or both. */
export function Guests({ search }: SectionProps) {
  const order = search['order'] ?? ''
  const email = search['email'] ?? ''
  const change = useAddressChange(OPERATOR.guests, search)
  return (
    <>
      <PageHead
        title="Guests"
        back={{ href: OPERATOR.accounts, label: 'All accounts' }}
        about="Data of people without an account"
      />
      <div className="flex flex-col gap-4">
        <GuestSearch key={`${order} ${email}`} order={order} email={email} onSearch={change} />
        {order === '' && email === '' ? (
          <div className="console-panel">
            <Empty
              title="Find a guest"
              text="Enter both to confirm that the person asking for their data placed the order. Reviews written without an account have no email address, so they don’t appear here."
            />
          </div>
        ) : (
          <Result order={order} email={email} />
        )}
      </div>
    </>
  )
}

type Search = Readonly<{ order: string; email: string }>

function GuestSearch({ order, email, onSearch }: Search & { onSearch: (search: Search) => void }) {
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onSearch({ order: String(form.get('order')).trim(), email: String(form.get('email')).trim() })
  }
  return (
    <form
      role="search"
      aria-label="Guests"
      onSubmit={submit}
      className="console-panel grid gap-3 p-4 md:grid-cols-[minmax(0,14rem)_minmax(0,22rem)_auto] md:items-end md:justify-start"
    >
      <Field label="Order number" name="order" defaultValue={order} maxLength={40} autoComplete="off" />
      <Field
        label="Email address"
        name="email"
        type="email"
        defaultValue={email}
        maxLength={254}
        autoComplete="off"
      />
      <Action type="submit" variant="primary" className="min-h-12 max-md:w-full">
        Search
      </Action>
    </form>
  )
}

function Result({ order, email }: Search) {
  const query = useQuery({
    queryKey: ['operator', 'guest', order, email],
    queryFn: async ({ signal }) =>
      (await call('GET /operator/guests', { query: { order, email } }, { signal })).guest,
  })
  const { error } = query
  if (isApiFailure(error) && error.code === 'guest_not_found')
    return (
      <div className="console-panel" role="status">
        <Empty title="Nothing found" text={error.message} />
      </div>
    )
  return <Loaded query={query}>{(guest) => <GuestDetails guest={guest} />}</Loaded>
}
