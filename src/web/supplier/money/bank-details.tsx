import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatCountry, formatDay } from '#web/console/data/format.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { CountrySelect } from '#web/console/parts/country-select.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field } from '#web/ui/field.tsx'

type Account = AnswerTo<'GET /supplier/payout-account'>['account']

/** Renders the bank details for payouts and their form. */
export function BankDetails() {
  const [isOpen, setIsOpen] = useState(false)
  const can = useCan()
  const query = useQuery({
    queryKey: ['supplier', 'payout-account'],
    queryFn: async ({ signal }) => (await call('GET /supplier/payout-account', {}, { signal })).account,
  })
  return (
    <Panel title="Bank account">
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {(account) => <AccountText account={account} />}
      </Loaded>
      {can('bank_details:write') ? (
        <Action className="mt-3" onClick={() => setIsOpen(true)}>
          {query.data ? 'Change the bank account' : 'Add a bank account'}
        </Action>
      ) : (
        <p className="mt-3 text-xs text-ink-soft">Only the owner can change the bank account.</p>
      )}
      <BankDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </Panel>
  )
}

function AccountText({ account }: { account: Account }) {
  if (!account)
    return <p className="text-sm">Add your bank account so that we can pay out your available balance.</p>
  const { holder, country, maskedNumber, usableFrom, refusalReason } = account
  const isWaiting = new Date(usableFrom) > new Date(account.since)
  return (
    <div className="text-sm">
      <p className="font-semibold">{maskedNumber}</p>
      <p className="text-ink-soft">
        {holder}, {formatCountry(country)}
      </p>
      {refusalReason !== null && (
        <p className="mt-2 text-danger">
          Your bank refused the last payout: {refusalReason}. Please check the details.
        </p>
      )}
      {isWaiting && refusalReason === null && (
        <p className="mt-2 text-xs text-ink-soft">
          Payouts go to this account from {formatDay(usableFrom)} on.
        </p>
      )}
    </div>
  )
}

type BankForm = Readonly<Record<'holder' | 'country' | 'iban' | 'accountNumber' | 'bic' | 'password', string>>

const EMPTY: BankForm = { holder: '', country: '', iban: '', accountNumber: '', bic: '', password: '' }

function BankDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const [form, setForm] = useState(EMPTY)
  const field = (name: keyof BankForm) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  const { holder, country, iban, accountNumber, bic, password } = form
  const canSubmit = holder.trim() !== '' && country !== '' && (iban !== '' || accountNumber !== '')
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={() => {
        setForm(EMPTY)
        onClose()
      }}
      title="Bank account for payouts"
      text="For your security, we start paying to a new account after three days and email you about the change."
      submitLabel="Save"
      canSubmit={canSubmit && password !== ''}
      onSubmit={async () => {
        const { message } = await call('POST /supplier/payout-account', {
          body: {
            holder,
            country,
            password,
            ...(iban === '' ? { accountNumber, bic } : { iban }),
          },
        })
        toast.success(message)
        void queries.invalidateQueries({ queryKey: ['supplier', 'payout-account'] })
        void queries.invalidateQueries({ queryKey: ['supplier', 'payouts'] })
      }}
      explain={(error) => explainError(error, 'We couldn’t save the details. Please try again in a moment.')}
    >
      <Field label="Account holder" autoComplete="name" {...field('holder')} />
      <CountrySelect label="Country of the bank" {...field('country')} />
      <Field label="IBAN" hint="Leave blank if your country has none" {...field('iban')} />
      {iban === '' && (
        <div className="grid gap-3 md:grid-cols-2">
          <Field label="Account number" {...field('accountNumber')} />
          <Field label="BIC (SWIFT code)" {...field('bic')} />
        </div>
      )}
      <Field label="Your password" type="password" autoComplete="current-password" {...field('password')} />
    </FormDialog>
  )
}
