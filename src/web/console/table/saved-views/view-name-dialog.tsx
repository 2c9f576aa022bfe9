import { useState } from 'react'
import { explainError } from '#web/app/calls/api.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '../../parts/dialog.tsx'
import type { SavedViews } from './use-saved-views.ts'

/** Renders the dialog that names a new saved view or renames the current one. */
export function ViewNameDialog(props: { saved: SavedViews; naming: 'new' | 'rename'; onClose: () => void }) {
  const { saved, naming, onClose } = props
  const { current } = saved
  const renamed = naming === 'rename' ? current : undefined
  const [name, setName] = useState(renamed?.name ?? '')
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={renamed ? 'Rename view' : 'Save view'}
      text={renamed ? undefined : 'Filters, order, columns and density are saved. Only you see your views.'}
      submitLabel={renamed ? 'Rename view' : 'Save view'}
      canSubmit={name.trim() !== ''}
      onSubmit={() => (renamed ? saved.rename(renamed, name) : saved.save(name))}
      explain={(error) => explainError(error, 'We couldn’t save the view. Please try again.')}
    >
      <Field
        label="Name"
        value={name}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
