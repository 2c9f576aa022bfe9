import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { saveText } from '#web/app/calls/open-file.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { OPERATOR } from '../../console/addresses.ts'
import { useOperatorRoles } from '../../console/operator-roles.tsx'
import type { Guest } from './guest-details.tsx'

/** Renders the actions that export a guest's data and erase it. */
export function GuestActions({ guest }: { guest: Guest }) {
  const { can } = useOperatorRoles()
  const [isErasing, setIsErasing] = useState(false)
  if (!can('accounts:write')) return null
  const blocker = guest.orders.find((order) => order.blocker !== null)?.blocker ?? null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:w-full">
      {blocker !== null && (
        <p className="text-sm text-ink-soft max-md:order-last max-md:w-full">
          {blocker} You can erase the data once the order is complete.
        </p>
      )}
      <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
        <ExportAction email={guest.email} />
        {guest.account === null && (
          <Action variant="danger" disabled={blocker !== null} onClick={() => setIsErasing(true)}>
            Erase
          </Action>
        )}
      </div>
      {isErasing && <EraseDialog email={guest.email} onClose={() => setIsErasing(false)} />}
    </div>
  )
}

function ExportAction({ email }: Pick<Guest, 'email'>) {
  const [isBusy, setIsBusy] = useState(false)

  async function save(): Promise<void> {
    setIsBusy(true)
    try {
      const answer = await withPassword(() => call('POST /operator/guests/export', { body: { email } }))
      const { success: _success, message: _message, ...data } = answer
      saveText(`guest-data-${data.exportedAt.slice(0, 10)}.json`, JSON.stringify(data, null, 2))
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t export the data. Please try again in a moment.'))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Action variant="outline" busy={isBusy} onClick={() => void save()}>
      Export
    </Action>
  )
}

function EraseDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const queries = useQueryClient()
  const go = useNavigateTo()
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Erase this guest’s data?"
      text="This can’t be undone. We delete the email address, phone number, messages, newsletter subscription, emails, and text and pictures in cases. Orders and invoices keep the name and address, as tax law requires."
      submitLabel="Erase"
      variant="danger"
      canSubmit={reason.trim().length >= 3}
      onSubmit={async () => {
        const { message } = await withPassword(() =>
          call('POST /operator/guests/erase', { body: { email, reason } }),
        )
        // The data were erased, so there is nothing to reload here.
        await queries.invalidateQueries({ queryKey: ['operator'], refetchType: 'none' })
        toast.success(message)
        await go(OPERATOR.guests, { replace: true })
      }}
      explain={(error) => explainError(error, 'We couldn’t erase the data. Please try again in a moment.')}
    >
      <TextArea
        label="Reason"
        hint="For the audit log"
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
