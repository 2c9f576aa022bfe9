import { type FormEvent, useState } from 'react'
import { formatCents } from '#core/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, TextArea } from '#web/ui/field.tsx'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'
import { useFocusOnMount } from '#web/ui/use-focus-on-mount.ts'
import { type BuyerAction, actionTexts } from './action-messages.ts'
import { parseAmount } from './form/case-draft.ts'
import type { CaseViewProps } from './case-view.tsx'
import { type CaseActionInput, useCaseAction } from './use-case-action.ts'
import { AmountField } from './form/request-fields.tsx'

type ActionFormValues = Readonly<{ amount: string; withReturn: boolean; tracking: string; text: string }>

/** Renders the confirmation of an action in a case, with its fields. */
export function CaseActionForm(props: CaseViewProps & { act: BuyerAction; onLeave: () => void }) {
  const { found, act, onLeave } = props
  const { withReturn } = found.supplierProposal ?? found.buyerProposal
  const [typed, setTyped] = useState<ActionFormValues>({ amount: '', withReturn, tracking: '', text: '' })
  const [fault, setFault] = useState<string>()
  const { isBusy, problem, perform } = useCaseAction(props)
  const question = useFocusOnMount<HTMLParagraphElement>()
  const texts = actionTexts(act, found)

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const input = toCaseActionInput(act, typed, { most: found.most, version: found.version })
    setFault('fault' in input ? input.fault : undefined)
    if ('fault' in input) requestAnimationFrame(() => form.querySelector('input')?.focus())
    else void perform(input)
  }

  const change = (changes: Partial<ActionFormValues>) => setTyped({ ...typed, ...changes })
  return (
    <form
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4 rounded-md border border-line-strong p-4"
    >
      <p ref={question} tabIndex={-1} className="text-sm">
        {texts.question}
      </p>
      <ActionFields act={act} typed={typed} fault={fault} most={found.most} change={change} />
      <FormProblem message={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={isBusy}>
          {texts.yes}
        </Button>
        <Button size="sm" variant="quiet" onClick={onLeave}>
          {texts.no}
        </Button>
      </div>
    </form>
  )
}

type ActionFieldsProps = Readonly<{
  act: BuyerAction
  typed: ActionFormValues
  fault: string | undefined
  most: number
  change: (changes: Partial<ActionFormValues>) => void
}>

function ActionFields({ act, typed, fault, most, change }: ActionFieldsProps) {
  if (act === 'accept' || act === 'withdraw') return null
  return (
    <>
      {act === 'propose' && (
        <>
          <AmountField
            value={typed.amount}
            error={fault}
            hint={fault === undefined ? `You can get up to ${formatCents(most)}.` : undefined}
            onValue={(amount) => change({ amount })}
          />
          <Checkbox
            label="I’ll return the items"
            checked={typed.withReturn}
            onChange={({ currentTarget }) => change({ withReturn: currentTarget.checked })}
          />
        </>
      )}
      {act === 'send_back' && (
        <Field
          label="Carrier and tracking number"
          autoComplete="off"
          maxLength={100}
          value={typed.tracking}
          error={fault}
          onChange={({ currentTarget }) => change({ tracking: currentTarget.value })}
        />
      )}
      <TextArea
        label="Message (optional)"
        rows={2}
        maxLength={2_000}
        value={typed.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
    </>
  )
}

/** Returns the action as the contract's input, or the errors of the form. */
function toCaseActionInput(
  action: BuyerAction,
  { amount, withReturn, tracking, text: raw }: ActionFormValues,
  { most, version }: Readonly<{ most: number; version: number }>,
): CaseActionInput | Readonly<{ fault: string }> {
  const text = raw.trim()
  switch (action) {
    case 'accept':
      return { action: 'accept', version }
    case 'withdraw':
      return { action: 'withdraw', version }
    case 'escalate':
      return { action: 'escalate', version, text }
    case 'send_back':
      if (tracking.trim().length < 4) return { fault: 'Enter the carrier and the tracking number.' }
      return { action: 'send_back', tracking: tracking.trim(), text }
    case 'propose': {
      const read = parseAmount(amount, most)
      return 'fault' in read ? read : { action: 'propose', amount: read.cents, withReturn, version, text }
    }
  }
}
