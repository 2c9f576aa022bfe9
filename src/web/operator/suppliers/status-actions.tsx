import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { InputOf } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { formatNumber } from '#web/console/data/format.ts'
import { Action, type ActionVariant } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import type { Supplier } from './supplier-details.tsx'
import type { SupplierStatus } from './supplier-status.tsx'
import { VERIFICATION_LABELS, useVerification } from './use-verification.ts'

type Change = InputOf<'POST /store-status/{supplier}'>['body']['change']

const CHANGES: Readonly<Record<SupplierStatus, readonly Change[]>> = {
  unverified: ['verify'],
  verified: ['remove_verification', 'suspend'],
  suspended: ['remove_verification', 'lift'],
}

const TEXTS: Readonly<
  Record<
    Change,
    Readonly<{ label: string; title: string; variant: ActionVariant; toText: (supplier: Supplier) => string }>
  >
> = {
  verify: {
    label: 'Verify supplier',
    title: 'Verify this supplier?',
    variant: 'primary',
    toText: (supplier) =>
      `${countProducts(supplier)} will be listed immediately. The store can no longer be renamed.`,
  },
  remove_verification: {
    label: 'Remove verification',
    title: 'Remove the verification?',
    variant: 'danger',
    toText: (supplier) => `${countProducts(supplier)} will no longer be listed. ${describeOrders(supplier)}`,
  },
  suspend: {
    label: 'Suspend',
    title: 'Suspend this supplier?',
    variant: 'danger',
    toText: (supplier) =>
      `${countProducts(supplier)} will no longer be listed until you lift the suspension. ${describeOrders(supplier)}`,
  },
  lift: {
    label: 'Lift suspension',
    title: 'Lift the suspension?',
    variant: 'primary',
    toText: (supplier) => `${countProducts(supplier)} will be listed again immediately.`,
  },
}

function countProducts({ products }: Supplier): string {
  return products === 1 ? 'Its active product' : `Its ${formatNumber(products)} active products`
}

function describeOrders({ openOrders }: Supplier): string {
  if (openOrders === 0) return 'It has no open orders.'
  return openOrders === 1
    ? 'Its open order continues.'
    : `Its ${formatNumber(openOrders)} open orders continue.`
}

/** Renders the actions on a supplier, each with its consequences in figures. */
export function StatusActions({ supplier }: { supplier: Supplier }) {
  const [change, setChange] = useState<Change>()
  return (
    <>
      {CHANGES[supplier.status].map((one) => (
        <Action
          key={one}
          variant={TEXTS[one].variant === 'primary' ? 'primary' : 'outline'}
          onClick={() => setChange(one)}
        >
          {TEXTS[one].label}
        </Action>
      ))}
      {change !== undefined && (
        <ChangeDialog supplier={supplier} change={change} onClose={() => setChange(undefined)} />
      )}
    </>
  )
}

function ChangeDialog(props: { supplier: Supplier; change: Change; onClose: () => void }) {
  const { supplier, change, onClose } = props
  const { label, title, variant, toText } = TEXTS[change]
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title}
      text={toText(supplier)}
      submitLabel={label}
      variant={variant}
      canSubmit={reason.trim().length >= 3}
      onSubmit={async () => {
        const { message } = await call('POST /store-status/{supplier}', {
          params: { supplier: supplier.id },
          body: { change, reason },
        })
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) => {
        void queries.invalidateQueries({ queryKey: ['operator', 'supplier', supplier.id] })
        return explainError(error, 'We couldn’t update the supplier. Please try again in a moment.')
      }}
    >
      {change === 'verify' && <UnapprovedItems supplier={supplier.id} />}
      <TextArea
        label="Reason"
        hint="Shown to the supplier in the store’s activity"
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}

/** Renders the unapproved items of the checklist, because verifying is possible without them. */
function UnapprovedItems({ supplier }: { supplier: string }) {
  const { data } = useVerification(supplier)
  const open = (data?.items ?? []).filter(({ status }) => status !== 'verified' && status !== 'computed')
  if (open.length === 0) return null
  return (
    <div className="rounded-md bg-mist p-3 text-sm">
      <p className="font-medium">Not approved on the checklist:</p>
      <ul className="mt-1 list-disc ps-5">
        {open.map(({ item, status }) => (
          <li key={item}>
            {VERIFICATION_LABELS[item]} ({STATUS_TEXTS[status]})
          </li>
        ))}
      </ul>
    </div>
  )
}

const STATUS_TEXTS = {
  missing: 'missing',
  attested: 'to review',
  rejected: 'rejected',
  computed: 'added',
  verified: 'approved',
} as const
