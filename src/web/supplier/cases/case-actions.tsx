import { Gavel, PackageCheck } from 'lucide'
import { useState } from 'react'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import type { InputOf } from '#web/app/calls/endpoints.ts'
import { describeTerms } from '#web/console/cases/case-texts.ts'
import { consoleQueries } from '#web/console/data/console-data.tsx'
import { formatMoney } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'
import { Checkbox, Field, TextArea } from '#web/ui/field.tsx'
import { useCaseAnswer } from './use-case-answer.ts'

type CaseAction = InputOf<'POST /cases/{id}/act'>['body']
type DialogName = 'accept' | 'propose' | 'escalate' | 'receive_back'

/** Renders the supplier's actions in a case, each with its consequences. */
export function CaseActions({ found }: { found: CaseData }) {
  const [dialog, setDialog] = useState<DialogName>()
  const can = (action: CaseData['actions'][number]) => found.actions.includes(action)
  return (
    <>
      {can('escalate') && (
        <Action icon={Gavel} onClick={() => setDialog('escalate')}>
          Ask the marketplace
        </Action>
      )}
      {can('propose') && <Action onClick={() => setDialog('propose')}>Propose …</Action>}
      {can('accept') && (
        <Action variant="primary" onClick={() => setDialog('accept')}>
          Accept {formatMoney(found.buyerProposal.amount / 100)}
        </Action>
      )}
      {can('receive_back') && (
        <Action variant="primary" icon={PackageCheck} onClick={() => setDialog('receive_back')}>
          Items are back
        </Action>
      )}
      {dialog !== undefined && (
        <ActionDialog
          key={`${dialog} ${found.version}`}
          found={found}
          name={dialog}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}

function getTexts(
  name: DialogName,
  found: CaseData,
): Readonly<{ title: string; text: string; submit: string }> {
  switch (name) {
    case 'accept':
      return {
        title: 'Accept the buyer’s request?',
        text: `The buyer gets ${describeTerms(found.buyerProposal)}. It comes out of your earnings and is binding for both of you.`,
        submit: 'Accept',
      }
    case 'propose':
      return {
        title: 'Make a proposal',
        text: `You can refund up to ${formatMoney(found.most / 100)}. The buyer has three days to answer. Without an answer, your proposal applies.`,
        submit: 'Send proposal',
      }
    case 'escalate':
      return {
        title: 'Ask the marketplace to decide?',
        text: 'We review the case and decide. The decision is binding for you and the buyer.',
        submit: 'Ask the marketplace',
      }
    case 'receive_back':
      return {
        title: 'Have the items arrived?',
        text: `The buyer gets ${formatMoney((found.agreed?.amount ?? 0) / 100)} now, out of your earnings, and the case is closed.`,
        submit: 'Yes, they have arrived',
      }
  }
}

function ActionDialog(props: { found: CaseData; name: DialogName; onClose: () => void }) {
  const { found, name, onClose } = props
  const [amount, setAmount] = useState('')
  const [withReturn, setWithReturn] = useState(found.buyerProposal.withReturn)
  const [text, setText] = useState('')
  const show = useCaseAnswer()
  const cents = parseTypedCents(amount)
  const texts = getTexts(name, found)
  const isValid = name !== 'propose' || (cents !== undefined && cents <= found.most)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={texts.title}
      text={texts.text}
      submitLabel={texts.submit}
      canSubmit={isValid}
      onSubmit={async () => {
        const body = toAction(name, { version: found.version, amount: cents ?? 0, withReturn, text })
        show(await call('POST /cases/{id}/act', { params: { id: found.id }, body }))
      }}
      explain={(error) => {
        void consoleQueries.invalidateQueries({ queryKey: ['supplier', 'case', found.id] })
        return explainError(error, 'We couldn’t update the case. Please try again in a moment.')
      }}
    >
      {name === 'propose' && (
        <>
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
            checked={withReturn}
            onChange={(event) => setWithReturn(event.target.checked)}
          />
        </>
      )}
      <TextArea
        label="Message (optional)"
        rows={3}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}

function toAction(
  name: DialogName,
  {
    version,
    amount,
    withReturn,
    text,
  }: Readonly<{ version: number; amount: number; withReturn: boolean; text: string }>,
): CaseAction {
  if (name === 'propose') return { action: name, amount, withReturn: withReturn && amount > 0, version, text }
  if (name === 'receive_back') return { action: name, text }
  return { action: name, version, text }
}
