import { useDeferredValue, useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import { Action } from '#web/console/parts/button.tsx'
import { ConsoleDialog } from '#web/console/parts/dialog.tsx'
import { BulkBar } from '#web/console/table/table-tools.tsx'
import { Checkbox, Field, TextArea } from '#web/ui/field.tsx'
import { BulkDialog, MAX_BULK_ROWS } from '../console/bulk-dialog.tsx'
import { useOperatorRoles } from '../console/operator-roles.tsx'
import { AssigneeSelect } from './case-assignments.tsx'

/** Renders the actions on the selected cases: assign them, or decide them alike. */
export function CaseBulkBar({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  const { can } = useOperatorRoles()
  // The cases that were selected when it was opened.
  const [dialog, setDialog] = useState<Readonly<{ name: 'assign' | 'decide'; cases: string[] }>>()
  const open = (name: 'assign' | 'decide') => setDialog({ name, cases: ids.slice(0, MAX_BULK_ROWS) })

  function close(hasChanged: boolean): void {
    setDialog(undefined)
    if (hasChanged) onClear()
  }

  if (!can('cases:write')) return null
  return (
    <>
      <BulkBar count={ids.length} onClear={onClear}>
        <Action onClick={() => open('assign')}>Assign …</Action>
        <Action onClick={() => open('decide')}>Decide together …</Action>
      </BulkBar>
      {dialog?.name === 'assign' && (
        <ConsoleDialog
          isOpen
          title="Assign cases"
          text="The list shows who each case is assigned to."
          onClose={() => close(false)}
        >
          <AssigneeSelect cases={dialog.cases} value={undefined} onAssigned={() => close(true)} />
        </ConsoleDialog>
      )}
      {dialog?.name === 'decide' && <DecideDialog cases={dialog.cases} onClose={close} />}
    </>
  )
}

function DecideDialog({ cases, onClose }: { cases: string[]; onClose: (hasChanged: boolean) => void }) {
  const [percentText, setPercentText] = useState('100')
  const [withReturn, setWithReturn] = useState(false)
  const [byMarketplace, setByMarketplace] = useState(false)
  const [text, setText] = useState('')
  const percent = parsePercent(percentText)
  const shown = useDeferredValue(percent ?? 0)
  const terms = { cases, withReturn, byMarketplace }
  return (
    <BulkDialog
      title="Decide cases together"
      text="Each case gets the same decision, binding for both sides. It can’t be undone."
      previewKey={['decide', shown, withReturn, byMarketplace, ...cases]}
      preview={(signal) =>
        call('POST /operator/cases/bulk-preview', { body: { ...terms, percent: shown } }, { signal })
      }
      totalLabel="Refunds now"
      submitLabel="Decide"
      variant="danger"
      canSubmit={percent !== undefined && text.trim().length >= 10}
      perform={() =>
        call('POST /operator/cases/bulk-decide', { body: { ...terms, percent: percent ?? 0, text } })
      }
      onClose={onClose}
    >
      <Field
        label="Refund in percent of each order’s remaining amount"
        hint="100 for a full refund, 0 for none"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        error={percent === undefined ? 'Enter a whole number from 0 to 100.' : undefined}
        value={percentText}
        onChange={({ target }) => setPercentText(target.value)}
      />
      <Checkbox
        label="The buyers send the items back first"
        checked={withReturn}
        disabled={byMarketplace}
        onChange={({ target }) => setWithReturn(target.checked)}
      />
      <Checkbox
        label="The marketplace pays for it"
        checked={byMarketplace}
        disabled={withReturn}
        onChange={({ target }) => setByMarketplace(target.checked)}
      />
      <TextArea
        label="Reasons (both sides see them)"
        hint="At least 10 characters"
        rows={3}
        maxLength={2_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </BulkDialog>
  )
}

function parsePercent(text: string): number | undefined {
  const percent = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  return percent <= 100 ? percent : undefined
}
