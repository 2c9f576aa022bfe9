import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatCountry, formatDateTime } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { CountrySelect } from '#web/console/parts/country-select.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { Allowed } from '../console/operator-roles.tsx'

type Account = NonNullable<AnswerTo<'GET /payout-accounts/{supplier}'>['account']>

type SupplierRef = Readonly<{ id: string; name: string }>

/** Renders the destination of a supplier's payouts, and the form that sets an account at Stripe. */
export function PayoutAccount({ supplier }: { supplier: SupplierRef }) {
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery({
    queryKey: ['operator', 'payout-account', supplier.id],
    queryFn: ({ signal }) =>
      call('GET /payout-accounts/{supplier}', { params: { supplier: supplier.id } }, { signal }),
  })
  return (
    <Panel title="Payout account">
      <Loaded query={query} skeleton={<SkeletonRows count={1} />}>
        {({ account, canUseStripe }) => (
          <div className="flex flex-col gap-3 text-sm">
            {account ? (
              <AccountFacts account={account} />
            ) : (
              <p className="text-ink-soft">This supplier has not added a bank account yet.</p>
            )}
            <Allowed needs="money:write">
              {canUseStripe ? (
                <div>
                  <Action isSmall onClick={() => setIsOpen(true)}>
                    {account?.method === 'stripe' ? 'Change Stripe account' : 'Pay by Stripe'}
                  </Action>
                </div>
              ) : (
                <p className="text-xs text-ink-soft">
                  To pay suppliers by transfers, set up Stripe for this shop.
                </p>
              )}
            </Allowed>
          </div>
        )}
      </Loaded>
      {isOpen && <StripeDialog supplier={supplier} onClose={() => setIsOpen(false)} />}
    </Panel>
  )
}

function AccountFacts({ account }: { account: Account }) {
  const { maskedNumber, holder, country, since, usableFrom, refusalReason } = account
  const isWaiting = new Date(usableFrom) > new Date(since)
  return (
    <div>
      <p className="font-semibold wrap-anywhere">{maskedNumber}</p>
      <p className="wrap-anywhere text-ink-soft">
        {holder}, {formatCountry(country)}
      </p>
      <p className="text-xs text-ink-soft">
        Since {formatDateTime(since)}
        {isWaiting && `; used from ${formatDateTime(usableFrom)} on`}
      </p>
      {refusalReason !== null && (
        <p className="mt-1.5 wrap-anywhere text-danger">Last payout refused: {refusalReason}</p>
      )}
    </div>
  )
}

const EMPTY = { account: '', holder: '', country: '', password: '' }

function StripeDialog({ supplier, onClose }: { supplier: SupplierRef; onClose: () => void }) {
  const queries = useQueryClient()
  const [form, setForm] = useState(EMPTY)
  const field = (name: keyof typeof EMPTY) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  const account = form.account.trim()
  const isId = /^acct_\w{1,60}$/.test(account)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Pay by Stripe"
      text={`Payouts to ${supplier.name} go to this connected account. If other details were set before, it is used after three days; the supplier gets an email.`}
      submitLabel="Save account"
      canSubmit={isId && form.holder.trim() !== '' && form.country !== '' && form.password !== ''}
      onSubmit={async () => {
        const body = { ...form, account, supplier: supplier.id }
        const { message } = await call('POST /payout-accounts/stripe', { body })
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) => explainError(error, 'We couldn’t save the account. Please try again in a moment.')}
    >
      <Field
        label="Stripe account ID"
        hint="From Connected accounts in Stripe; starts with acct_"
        autoComplete="off"
        maxLength={65}
        error={account !== '' && !isId ? 'A Stripe account ID starts with acct_.' : undefined}
        {...field('account')}
      />
      <Field label="Account holder" autoComplete="off" maxLength={70} {...field('holder')} />
      <CountrySelect label="Country of the account" {...field('country')} />
      <Field label="Your password" type="password" autoComplete="current-password" {...field('password')} />
    </FormDialog>
  )
}
