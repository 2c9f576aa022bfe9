import { type FormEvent, useState } from 'react'
import { formatCents } from '#core/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, TextArea } from '#web/ui/field.tsx'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'
import { useFocusOnce } from '../shell/use-focus-once.ts'
import { type BuyersAct, actWords } from './action-messages.ts'
import { typedAmount } from './form/case-draft.ts'
import type { ShownCase } from './case-view.tsx'
import { type BuyersDoing, useActing } from './use-acting.ts'
import { AmountField } from './form/request-fields.tsx'

type Typed = Readonly<{ amount: string; withReturn: boolean; tracking: string; text: string }>

/** The question before something is done in a case, with the fields that belong to it. */
export function ActForm(props: ShownCase & { act: BuyersAct; onLeave: () => void }) {
  const { found, act, onLeave } = props
  const { withReturn } = found.supplierProposal ?? found.buyerProposal
  const [typed, setTyped] = useState<Typed>({ amount: '', withReturn, tracking: '', text: '' })
  const [fault, setFault] = useState<string>()
  const { isBusy, problem, perform } = useActing(props)
  const question = useFocusOnce<HTMLParagraphElement>()
  const words = actWords(act, found)

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const doing = doingOf(act, typed, { most: found.most, version: found.version })
    setFault('fault' in doing ? doing.fault : undefined)
    if ('fault' in doing) requestAnimationFrame(() => form.querySelector('input')?.focus())
    else void perform(doing)
  }

  const change = (news: Partial<Typed>) => setTyped({ ...typed, ...news })
  return (
    <form
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4 rounded-md border border-line-strong p-4"
    >
      <p ref={question} tabIndex={-1} className="text-sm">
        {words.question}
      </p>
      <ActFields act={act} typed={typed} fault={fault} most={found.most} change={change} />
      <FormProblem words={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={isBusy}>
          {words.yes}
        </Button>
        <Button size="sm" look="quiet" onClick={onLeave}>
          {words.no}
        </Button>
      </div>
    </form>
  )
}

type FieldsProps = Readonly<{
  act: BuyersAct
  typed: Typed
  fault: string | undefined
  most: number
  change: (news: Partial<Typed>) => void
}>

function ActFields({ act, typed, fault, most, change }: FieldsProps) {
  if (act === 'accept' || act === 'withdraw') return null
  return (
    <>
      {act === 'propose' && (
        <>
          <AmountField
            value={typed.amount}
            error={fault}
            hint={fault === undefined ? `At most ${formatCents(most)} can go back.` : undefined}
            onValue={(amount) => change({ amount })}
          />
          <Checkbox
            label="I send the pieces back for it"
            checked={typed.withReturn}
            onChange={({ currentTarget }) => change({ withReturn: currentTarget.checked })}
          />
        </>
      )}
      {act === 'send_back' && (
        <Field
          label="Carrier and number of the parcel"
          autoComplete="off"
          maxLength={100}
          value={typed.tracking}
          error={fault}
          onChange={({ currentTarget }) => change({ tracking: currentTarget.value })}
        />
      )}
      <TextArea
        label="A word to it (you can leave this empty)"
        rows={2}
        maxLength={2_000}
        value={typed.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
    </>
  )
}

/** What is done as the contract takes it, or what is wrong with what was typed. */
function doingOf(
  act: BuyersAct,
  { amount, withReturn, tracking, text: raw }: Typed,
  { most, version }: Readonly<{ most: number; version: number }>,
): BuyersDoing | Readonly<{ fault: string }> {
  const text = raw.trim()
  switch (act) {
    case 'accept':
      return { action: 'accept', version }
    case 'withdraw':
      return { action: 'withdraw', version }
    case 'escalate':
      return { action: 'escalate', version, text }
    case 'send_back':
      if (tracking.trim().length < 4)
        return { fault: 'Please give the carrier and the number of the parcel.' }
      return { action: 'send_back', tracking: tracking.trim(), text }
    case 'propose': {
      const read = typedAmount(amount, most)
      return 'fault' in read ? read : { action: 'propose', amount: read.cents, withReturn, version, text }
    }
  }
}
