import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDay } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'
import { VerificationDocuments } from '#web/console/parts/verification-documents.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { useOperatorRoles } from '../console/operator-roles.tsx'
import {
  VERIFICATION_LABELS,
  type VerificationItem,
  useVerification,
  verificationKey,
} from './use-verification.ts'

type StatedItem = Exclude<VerificationItem['item'], 'bank_account'>

const STATUSES: Readonly<Record<VerificationItem['status'], Readonly<{ label: string; tone: StatusTone }>>> =
  {
    missing: { label: 'Missing', tone: 'plain' },
    computed: { label: 'Added', tone: 'good' },
    attested: { label: 'To review', tone: 'wait' },
    verified: { label: 'Approved', tone: 'good' },
    rejected: { label: 'Rejected', tone: 'bad' },
  }

/** Renders a supplier's statements for verification, each with its decision. */
export function VerificationChecklist({ supplier }: { supplier: string }) {
  const [rejected, setRejected] = useState<VerificationItem>()
  const queries = useQueryClient()
  const query = useVerification(supplier)

  async function decide(item: StatedItem, body: Parameters<typeof send>[2]): Promise<void> {
    const { verification, message } = await send(supplier, item, body)
    queries.setQueryData(verificationKey(supplier), verification)
    void queries.invalidateQueries({ queryKey: ['operator', 'exceptions'] })
    toast.success(message)
  }

  return (
    <Panel
      title="Verification checklist"
      hint="Opening a document is recorded in the supplier’s activity."
      isFlush
    >
      <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
        {({ items }) => (
          <ul className="divide-y divide-line border-t border-line">
            {items.map((one) => (
              <ItemRow
                key={one.item}
                one={one}
                onApprove={async () => {
                  if (one.item === 'bank_account') return
                  try {
                    await decide(one.item, { decision: 'approved', version: one.version })
                  } catch (error) {
                    toast.error(
                      explainError(error, 'We couldn’t approve the item. Please try again in a moment.'),
                    )
                    void query.refetch()
                  }
                }}
                onReject={() => setRejected(one)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {rejected && rejected.item !== 'bank_account' && (
        <RejectDialog
          item={rejected.item}
          onClose={() => setRejected(undefined)}
          onReject={(item, reason) =>
            decide(item, { decision: 'rejected', version: rejected.version, reason })
          }
        />
      )}
    </Panel>
  )
}

function send(
  supplier: string,
  item: StatedItem,
  body:
    | Readonly<{ decision: 'approved'; version: number }>
    | Readonly<{ decision: 'rejected'; version: number; reason: string }>,
) {
  return call('POST /store-verification/{supplier}/{item}', { params: { supplier, item }, body })
}

function ItemRow(props: { one: VerificationItem; onApprove: () => Promise<void>; onReject: () => void }) {
  const { one, onApprove, onReject } = props
  const [isBusy, setIsBusy] = useState(false)
  const label = VERIFICATION_LABELS[one.item]
  const { label: status, tone } = STATUSES[one.status]
  const canWrite = useOperatorRoles().can('suppliers:write')
  const canApprove = canWrite && (one.status === 'attested' || one.status === 'rejected')
  const canReject = canWrite && (one.status === 'attested' || one.status === 'verified')

  async function approve(): Promise<void> {
    setIsBusy(true)
    await onApprove()
    setIsBusy(false)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm font-semibold">{label}</p>
        {one.statement !== null && <p className="text-sm wrap-anywhere">{one.statement}</p>}
        {one.reason !== null && <p className="mt-1 text-xs wrap-anywhere text-danger">{one.reason}</p>}
        {one.statedAt !== null && (
          <p className="text-xs text-ink-soft">Stated on {formatDay(one.statedAt)}</p>
        )}
        <VerificationDocuments documents={one.documents} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Status tone={tone}>{status}</Status>
        {one.item !== 'bank_account' && canReject && (
          <Action isSmall aria-label={`Reject: ${label}`} onClick={onReject}>
            Reject
          </Action>
        )}
        {one.item !== 'bank_account' && canApprove && (
          <Action isSmall busy={isBusy} aria-label={`Approve: ${label}`} onClick={() => void approve()}>
            Approve
          </Action>
        )}
      </div>
    </li>
  )
}

function RejectDialog(props: {
  item: StatedItem
  onClose: () => void
  onReject: (item: StatedItem, reason: string) => Promise<void>
}) {
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      isOpen
      onClose={props.onClose}
      title={`Reject: ${VERIFICATION_LABELS[props.item]}`}
      text="The supplier sees the reason and can submit it again."
      submitLabel="Reject"
      variant="danger"
      canSubmit={reason.trim().length >= 3}
      onSubmit={() => props.onReject(props.item, reason)}
      explain={(error) => explainError(error, 'We couldn’t reject the item. Please try again in a moment.')}
    >
      <TextArea
        label="Reason"
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
