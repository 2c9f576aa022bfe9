import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { type DecisionName, DECISIONS } from './product-texts.ts'

/** The products of an operator's decision, and the decision. */
export type ProductsToDecide = Readonly<{ ids: readonly string[]; decision: DecisionName }>

/** Renders the dialog for the reason of a decision about products. */
export function DecisionDialog(props: {
  chosen: ProductsToDecide
  onClose: () => void
  onDone?: () => void
}) {
  const { chosen, onClose, onDone } = props
  const { ids, decision } = chosen
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const { title, text, variant } = DECISIONS[decision]
  const noun = ids.length === 1 ? 'product' : `${ids.length} products`
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`${title}: ${noun}`}
      text={text}
      submitLabel={`${title} ${noun}`}
      variant={variant}
      canSubmit={decision === 'approve' || reason.trim().length >= 3}
      onSubmit={async () => {
        const body =
          decision === 'approve' ? { decision, ids: [...ids] } : { decision, ids: [...ids], reason }
        const { message } = await call('POST /operator/products/decide', { body })
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
        onDone?.()
      }}
      explain={(error) => {
        void queries.invalidateQueries({ queryKey: ['operator'] })
        return explainError(error, 'We couldn’t save the decision. Please try again in a moment.')
      }}
    >
      {decision !== 'approve' && (
        <TextArea
          label="Reason"
          hint="The supplier sees it"
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </FormDialog>
  )
}
