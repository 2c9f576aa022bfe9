import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { BUSINESS_HOMES, chooseBusiness } from '#web/app/session/choose-business.ts'
import { toast } from '#web/app/toast.ts'
import { formatMoney, formatNumber } from '#web/console/data/format.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { Action, type ActionVariant } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { useOperatorRoles } from '../console/operator-roles.tsx'
import type { Account } from './account-texts.ts'

type Change = 'view' | 'suspend' | 'lift' | 'end-sessions' | 'reset-second-factor' | 'close'

const TEXTS: Readonly<
  Record<
    Change,
    Readonly<{ label: string; title: string; variant: ActionVariant; toText: (account: Account) => string }>
  >
> = {
  view: {
    label: 'View dashboard',
    title: 'View this dashboard?',
    variant: 'primary',
    toText: () => 'View this account read-only for 30 minutes. Your visit and reason are logged.',
  },
  'end-sessions': {
    label: 'Sign out everywhere',
    title: 'Sign this account out everywhere?',
    variant: 'primary',
    toText: () => 'All sessions end immediately. The user can sign in again.',
  },
  'reset-second-factor': {
    label: 'Reset two-factor sign-in',
    title: 'Reset two-factor sign-in?',
    variant: 'danger',
    toText: () =>
      'Only for users who lost both their phone and recovery codes, and whose identity you’ve verified. All sessions end, and we email the user.',
  },
  suspend: {
    label: 'Suspend vendor',
    title: 'Suspend this vendor?',
    variant: 'danger',
    toText: ({ consequences: { connectedStores } }) =>
      `Listings in ${connectedStores === 1 ? 'the connected store' : count(connectedStores, 'connected store')} are set to sold out, and new orders are on hold until you lift the suspension. Orders that suppliers already have continue. We email the vendor.`,
  },
  lift: {
    label: 'Lift suspension',
    title: 'Lift the suspension?',
    variant: 'primary',
    toText: () => 'Listings go back on sale and orders on hold resume. We email the vendor.',
  },
  close: {
    label: 'Close account',
    title: 'Close this account?',
    variant: 'danger',
    toText: describeClosing,
  },
}

/** Describes the consequences of closing an account, in figures. */
function describeClosing({ type, consequences }: Account): string {
  const { openPurchases, products, openSales, connectedStores, wallet } = consequences
  return [
    'This can’t be undone. We delete the personal data and free up the email address. Orders and invoices are kept.',
    openPurchases > 0 && `${count(openPurchases, 'open purchase')} will still be delivered.`,
    type === 'manufacturer' &&
      `The store closes: ${count(products, 'active product')} will no longer be listed, and ${count(openSales, 'order')} must still be delivered.`,
    connectedStores > 0 && `${count(connectedStores, 'connected store')} will be disconnected.`,
    ...wallet.map(({ currency, amount }) => `${formatMoney(amount, currency)} in the wallet is refunded.`),
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}

function count(value: number, one: string): string {
  return `${formatNumber(value)} ${one}${value === 1 ? '' : 's'}`
}

/**
 * Renders an operator's actions on an account. Each states its consequences and takes a reason for the audit log.
 */
export function AccountActions({ account }: { account: Account }) {
  const { can } = useOperatorRoles()
  const [change, setChange] = useState<Change>()
  if (!can('accounts:write') || (account.type === 'operator' && !can('operators:write'))) return null
  const changes: Change[] = [
    ...(account.type === 'operator' ? [] : (['view'] as const)),
    ...(account.type === 'vendor' ? [account.suspension ? ('lift' as const) : ('suspend' as const)] : []),
    'end-sessions',
    ...(account.hasSecondFactor ? (['reset-second-factor'] as const) : []),
    'close',
  ]
  return (
    <>
      {changes.map((one) => (
        <Action key={one} variant="outline" onClick={() => setChange(one)}>
          {TEXTS[one].label}
        </Action>
      ))}
      {change !== undefined && (
        <ChangeDialog account={account} change={change} onClose={() => setChange(undefined)} />
      )}
    </>
  )
}

/** Opens the dashboard of a supplier or vendor in this tab, read-only. */
async function startViewing(id: string, reason: string): Promise<{ message: string }> {
  const answer = await call('POST /operator/accounts/{id}/view', { params: { id }, body: { reason } })
  chooseBusiness({ ...answer.business, isOwn: false, roles: ['owner'] })
  location.assign(BUSINESS_HOMES[answer.business.type])
  return answer
}

function changeStatus(id: string, change: 'suspend' | 'lift', reason: string): Promise<{ message: string }> {
  return call('POST /operator/vendors/{id}/status', { params: { id }, body: { change, reason } })
}

function ChangeDialog(props: { account: Account; change: Change; onClose: () => void }) {
  const { account, change, onClose } = props
  const { label, title, variant, toText } = TEXTS[change]
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const input = { params: { id: account.id }, body: { reason } }
  const calls = {
    view: () => startViewing(account.id, reason),
    suspend: () => changeStatus(account.id, 'suspend', reason),
    lift: () => changeStatus(account.id, 'lift', reason),
    'end-sessions': () => call('POST /operator/accounts/{id}/end-sessions', input),
    'reset-second-factor': () => call('POST /operator/accounts/{id}/reset-second-factor', input),
    close: () => call('POST /operator/accounts/{id}/close', input),
  } as const
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title}
      text={toText(account)}
      submitLabel={label}
      variant={variant}
      canSubmit={reason.trim().length >= 3}
      onSubmit={async () => {
        const { message } = await withPassword<{ message: string }>(calls[change])
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) =>
        explainError(error, 'We couldn’t update the account. Please try again in a moment.')
      }
    >
      <TextArea
        label="Reason"
        hint={change === 'suspend' || change === 'lift' ? 'The vendor sees it' : 'For the audit log'}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
