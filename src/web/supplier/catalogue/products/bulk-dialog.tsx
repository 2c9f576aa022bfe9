import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Action } from '#web/console/parts/button.tsx'
import { ConsoleDialog, Problem } from '#web/console/parts/dialog.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { BULK_MODES, type BulkChange, ENTRY_LABELS, toBulkChange } from './bulk-form.ts'
import { EditPreview } from './edit-preview.tsx'
import { countNoun, FIELD_LABELS, type VariantField } from './product-values.ts'
import { useApplyEdit } from './use-bulk-edit.ts'

/** A bulk edit of the selected products: of a field, or of their status. */
export type BulkTask = VariantField | 'activate' | 'hide' | 'archive'

const TITLES: Readonly<Record<BulkTask, string>> = {
  price: 'Change prices',
  wholesale: 'Change wholesale prices',
  stock: 'Change stock',
  activate: 'Activate products',
  hide: 'Hide products',
  archive: 'Archive products',
}

const STATUS_CHANGES = {
  activate: { field: 'status', mode: 'set', status: 'active' },
  hide: { field: 'status', mode: 'set', status: 'draft' },
  archive: { field: 'status', mode: 'set', status: 'archived' },
} as const

type BulkDialogProps = Readonly<{
  task: BulkTask
  productIds: readonly string[]
  onClose: () => void
  /** Called after something was changed. */
  onDone: () => void
}>

/** Renders the dialog of a bulk edit: the change, its preview, then its application. */
export function BulkDialog({ task, productIds, onClose, onDone }: BulkDialogProps) {
  return (
    <ConsoleDialog
      isOpen
      onClose={onClose}
      isWide
      title={TITLES[task]}
      text={`${countNoun(productIds.length, 'product')} selected. Nothing changes until you confirm.`}
    >
      <BulkSteps task={task} productIds={productIds} onClose={onClose} onDone={onDone} />
    </ConsoleDialog>
  )
}

function BulkSteps(props: BulkDialogProps) {
  const { task, productIds, onClose, onDone } = props
  const status =
    task === 'activate' || task === 'hide' || task === 'archive' ? STATUS_CHANGES[task] : undefined
  const preview = useMutation({
    mutationFn: (change: BulkChange) =>
      call('POST /supplier/product-edits', { body: { products: [...productIds], change } }),
  })
  const { mutate } = preview
  useEffect(() => {
    if (status) mutate(status)
  }, [status, mutate])
  const failure = preview.isError && (
    <Problem text={explainError(preview.error, 'We couldn’t prepare the change. Please try again.')} />
  )

  if (preview.data)
    return (
      <ConfirmStep
        answer={preview.data}
        onBack={status ? onClose : preview.reset}
        backLabel={status ? 'Cancel' : 'Back'}
        onDone={() => {
          onClose()
          onDone()
        }}
      />
    )
  if (task === 'price' || task === 'wholesale' || task === 'stock')
    return (
      <ChangeForm field={task} isBusy={preview.isPending} onCancel={onClose} onSubmit={mutate}>
        {failure}
      </ChangeForm>
    )
  return failure || <p className="text-sm text-ink-soft">Preparing changes …</p>
}

function ChangeForm(props: {
  field: VariantField
  isBusy: boolean
  onCancel: () => void
  onSubmit: (change: BulkChange) => void
  children: React.ReactNode
}) {
  const { field, isBusy, onCancel, onSubmit, children } = props
  const [modeId, setModeId] = useState('')
  const [typed, setTyped] = useState('')
  const modes = BULK_MODES[field]
  const mode = modes.find(({ id }) => id === modeId) ?? modes[0]
  const change = mode && toBulkChange(field, mode, typed)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (change) onSubmit(change)
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={FIELD_LABELS[field]}
          value={mode?.id ?? ''}
          onChange={(event) => setModeId(event.target.value)}
        >
          {modes.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
        {mode && mode.entry !== 'none' && (
          <Field
            label={ENTRY_LABELS[mode.entry]}
            inputMode={mode.entry === 'difference' ? 'text' : 'decimal'}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </div>
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Action onClick={onCancel}>Cancel</Action>
        <Action type="submit" variant="primary" busy={isBusy} disabled={!change}>
          Preview changes
        </Action>
      </div>
    </form>
  )
}

function ConfirmStep(props: {
  answer: AnswerTo<'POST /supplier/product-edits'>
  onBack: () => void
  backLabel: string
  onDone: () => void
}) {
  const { answer, onBack, backLabel, onDone } = props
  const { edit, vendors } = answer
  const apply = useApplyEdit(onDone)
  return (
    <div className="flex flex-col gap-4">
      <EditPreview edit={edit} vendors={vendors} />
      {apply.isError && (
        <Problem text={explainError(apply.error, 'We couldn’t change the products. Please try again.')} />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Action onClick={onBack}>{backLabel}</Action>
        <Action
          variant="primary"
          busy={apply.isPending}
          disabled={edit.changes === 0}
          onClick={() => apply.mutate(edit.id)}
        >
          {edit.changes === 0 ? 'Nothing to change' : `Change ${countNoun(edit.products, 'product')}`}
        </Action>
      </div>
    </div>
  )
}
