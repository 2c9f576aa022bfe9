import { useEffect, useRef } from 'react'
import type { CaseData, CaseReason } from '#features/sales/cases/contract.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select, TextArea } from '#web/ui/field.tsx'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'
import type { ActingOn } from '../../order/parts/part-actions.tsx'
import { COMPLAINTS, REASON_TEXTS, reasonsFor } from '../case-messages.ts'
import { LineChoice } from './line-choice.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import { Choices, Radio } from './radio.tsx'
import { type CaseForm as Form, useCaseForm } from './use-case-form.ts'
import { WishFields } from './request-fields.tsx'

/** Where a case is opened: what is wrong with which pieces, in words and photos, and what is wanted. */
export function CaseForm(
  props: Pick<ActingOn, 'purchaseId' | 'part'> & {
    onOpened: (found: CaseData) => void
    onLeave: () => void
  },
) {
  const { part, onOpened, onLeave } = props
  const form = useCaseForm(props, onOpened)
  const { draft, faults, pictures, problem, isBusy, change, submit } = form
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <form noValidate aria-labelledby={`wrong-${part.id}`} onSubmit={submit} className="flex flex-col gap-6">
      <div>
        <h4 ref={heading} id={`wrong-${part.id}`} tabIndex={-1} className="font-sans text-base font-medium">
          What is wrong with the pieces from {part.supplier}?
        </h4>
        <p className="mt-1 text-sm text-ink-soft">
          {part.story.some(({ event }) => event === 'open_case')
            ? `There was a case about these pieces before: what it has settled stays so. ${part.supplier}, or we ourselves, look at what is new.`
            : `${part.supplier} is asked to answer within three days. If you cannot agree, we decide.`}
        </p>
      </div>
      <Complaint form={form} />
      {draft.kind === 'not_delivered' && part.state === 'shipped' && part.deliverBy !== null && (
        <p className="text-sm text-ink-soft">
          It is expected by <LocalDate iso={part.deliverBy} />. If it is too early to say that it did not
          come, you are told from when on you can.
        </p>
      )}
      <LineChoice form={form} />
      <TextArea
        label="What happened?"
        hint="Say it in your own words; photos help to settle it soon."
        rows={4}
        maxLength={2_000}
        value={draft.text}
        error={faults.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <PhotoPicker pictures={pictures} />
      <WishFields form={form} />
      <FormProblem words={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          Open the case
        </Button>
        <Button look="quiet" onClick={onLeave}>
          Leave it
        </Button>
      </div>
    </form>
  )
}

function Complaint({ form: { lines, draft, faults, change } }: { form: Form }) {
  const { kind, reason } = draft
  const reasons = reasonsFor(
    kind,
    lines.some(({ isReturnable }) => isReturnable),
  )
  return (
    <>
      <Choices question="What is it about?" error={faults.kind}>
        <div className="grid gap-2 sm:grid-cols-2">
          {COMPLAINTS.map((complaint) => (
            <Radio
              key={complaint.kind}
              name="kind"
              label={complaint.label}
              checked={complaint.kind === kind}
              isWrong={faults.kind !== undefined}
              onChoose={() => change({ kind: complaint.kind, reason: '' })}
            />
          ))}
        </div>
      </Choices>
      {kind === 'return' && <NotTakenBack lines={lines} />}
      {kind !== undefined && (
        <Select
          label="The reason"
          value={reason}
          error={faults.reason}
          // The options are these values and nothing else.
          onChange={({ currentTarget }) => change({ reason: currentTarget.value as CaseReason | '' })}
        >
          <option value="">Please choose</option>
          {reasons.map((one) => (
            <option key={one} value={one}>
              {REASON_TEXTS[one]}
            </option>
          ))}
        </Select>
      )}
    </>
  )
}

/** Says which pieces are not taken back for a mere wish, why, and what can be done all the same. */
function NotTakenBack({ lines }: Pick<Form, 'lines'>) {
  const kept = lines.filter(({ isReturnable }) => !isReturnable)
  if (kept.length === 0) return null
  const isOne = kept.length === 1
  const titles = kept.map(({ title }) => title).join('; ')
  return (
    <p className="text-sm text-ink-soft">
      {titles}: {isOne ? 'this piece is' : 'these pieces are'} not taken back because of a change of mind, as{' '}
      {isOne ? 'its page' : 'their pages'} said. If something came damaged, wrong, late or not at all, that
      can be put right.
    </p>
  )
}
