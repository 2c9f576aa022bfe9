import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useDeferredValue, useState } from 'react'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatMoney } from '#web/console/data/format.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'
import { Checkbox, Field, TextArea } from '#web/ui/field.tsx'
import { PostingList } from '../money/ledger/posting-list.tsx'

/** The input of a decision. */
type Decision = Readonly<{ amount: number; withReturn: boolean; byMarketplace: boolean }>

/** Renders the dialog that decides a case, with a preview of the decision's postings. */
export function DecisionDialog({ found, onClose }: { found: CaseData; onClose: () => void }) {
  const queries = useQueryClient()
  const [amount, setAmount] = useState('')
  const [withReturn, setWithReturn] = useState(false)
  const [byMarketplace, setByMarketplace] = useState(false)
  const [text, setText] = useState('')
  const cents = parseAmount(amount, found.most)
  const decision =
    cents === undefined ? undefined : { amount: cents, withReturn: withReturn && cents > 0, byMarketplace }
  return (
    <FormDialog
      isOpen
      isWide
      onClose={onClose}
      title="Decide this case"
      text={`You can refund up to ${formatMoney(found.most / 100)}. The decision is binding for both sides and can’t be undone.`}
      submitLabel="Decide"
      canSubmit={decision !== undefined && text.trim().length >= 10}
      onSubmit={async () => {
        if (!decision) return
        const answer = await withPassword(() =>
          call('POST /cases/{id}/act', {
            params: { id: found.id },
            body: { action: 'rule', ...decision, text, version: found.version },
          }),
        )
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(answer.message)
      }}
      explain={(error) => {
        void queries.invalidateQueries({ queryKey: ['operator', 'case', found.id] })
        return explainError(error, 'We couldn’t save the decision. Please try again in a moment.')
      }}
    >
      <Field
        label="Refund in US dollars"
        hint="0 for no refund"
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Checkbox
        label="The buyer sends the items back first"
        {...toBox(withReturn, setWithReturn, byMarketplace)}
      />
      <Checkbox label="The marketplace pays for it" {...toBox(byMarketplace, setByMarketplace, withReturn)} />
      {decision && <Preview caseId={found.id} decision={decision} />}
      <TextArea
        label="Reasons (both sides see them)"
        hint="At least 10 characters"
        rows={3}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}

/** Returns a typed amount in cents; undefined unless it is from 0 to `most`. */
function parseAmount(amount: string, most: number): number | undefined {
  const cents = parseTypedCents(amount)
  return cents !== undefined && cents <= most ? cents : undefined
}

/** Returns the properties of a checkbox that excludes another one. */
function toBox(checked: boolean, onChange: (isChecked: boolean) => void, disabled: boolean) {
  return {
    checked,
    disabled,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange(target.checked),
  }
}

/** Renders the postings that the decision would create now. */
function Preview({ caseId, decision }: { caseId: string; decision: Decision }) {
  const { amount, withReturn, byMarketplace } = useDeferredValue(decision)
  const query = useQuery({
    // Not under the console's query key: after the decision there is nothing to preview.
    queryKey: ['decision-preview', caseId, amount, withReturn, byMarketplace],
    queryFn: async ({ signal }) =>
      (
        await call(
          'GET /cases/{id}/decision-preview',
          {
            params: { id: caseId },
            query: {
              amount,
              withReturn: withReturn ? 'yes' : 'no',
              byMarketplace: byMarketplace ? 'yes' : 'no',
            },
          },
          { signal },
        )
      ).postings,
  })
  return (
    <section aria-label="Ledger preview" className="rounded-md border border-line">
      <h3 className="px-4 pt-3 text-sm font-semibold">Ledger preview</h3>
      <Loaded query={query} skeleton={<p className="p-4 text-sm text-ink-soft">Calculating …</p>}>
        {(postings) =>
          postings.length === 0 ? (
            <p className="px-4 pt-1 pb-3 text-sm text-ink-soft">
              Nothing yet. The refund is posted once the items are returned.
            </p>
          ) : (
            <PostingList postings={postings} isPreview />
          )
        }
      </Loaded>
    </section>
  )
}
