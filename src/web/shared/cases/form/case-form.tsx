import { useEffect, useRef } from 'react'
import type { CaseData, CaseReason } from '#features/sales/cases/contract.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select, TextArea, Checkbox } from '#web/ui/field.tsx'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'
import { COMPLAINTS, CASE_REASON_LABELS, reasonsFor } from '../case-messages.ts'
import { PhotoPicker } from './photo-picker.tsx'
import { RadioGroup, Radio } from './radio-group.tsx'
import { type CaseFormState, useCaseForm } from './use-case-form.ts'
import { RequestFields } from './request-fields.tsx'
import { type CaseOrderProps, isChangeOfMind } from './case-draft.ts'

/** Renders the form that opens a case: reason, items, photos, and request. */
export function CaseForm(
  props: CaseOrderProps & {
    onOpened: (caseData: CaseData) => void
    onLeave: () => void
  },
) {
  const { supplierOrder, onOpened, onLeave } = props
  const form = useCaseForm(props, onOpened)
  const { draft, faults, pictures, problem, isBusy, change, submit } = form
  return (
    <form
      noValidate
      aria-labelledby={`wrong-${supplierOrder.id}`}
      onSubmit={submit}
      className="flex flex-col gap-6"
    >
      <CaseHeading supplierOrder={supplierOrder} />
      <ComplaintFields form={form} />
      {draft.kind === 'not_delivered' &&
        supplierOrder.state === 'shipped' &&
        supplierOrder.deliverBy !== null && (
          <p className="text-sm text-ink-soft">
            Expected by <LocalDate iso={supplierOrder.deliverBy} />. If it is too early to report it as not
            delivered, we’ll tell you when you can.
          </p>
        )}
      <LineSelection form={form} />
      <TextArea
        label="What happened?"
        hint="Describe the problem in your own words. Photos help to solve it faster."
        rows={4}
        maxLength={2_000}
        value={draft.text}
        error={faults.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <PhotoPicker pictures={pictures} />
      <RequestFields form={form} />
      <FormProblem message={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          Open the case
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Renders the question, which is focused when the form opens. */
function CaseHeading({ supplierOrder: { id, supplier, timeline } }: Pick<CaseOrderProps, 'supplierOrder'>) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div>
      <h4 ref={heading} id={`wrong-${id}`} tabIndex={-1} className="font-sans text-base font-medium">
        What’s wrong with the items from {supplier}?
      </h4>
      <p className="mt-1 text-sm text-ink-soft">
        {timeline.some(({ event }) => event === 'open_case')
          ? `You’ve already had a case about these items, and its outcome stays. ${supplier} or we will review what is new.`
          : `${supplier} has three days to answer. If you can’t agree, we decide.`}
      </p>
    </div>
  )
}

function ComplaintFields({ form: { lines, draft, faults, change } }: { form: CaseFormState }) {
  const { kind, reason } = draft
  const reasons = reasonsFor(
    kind,
    lines.some(({ isReturnable }) => isReturnable),
  )
  return (
    <>
      <RadioGroup question="What is it about?" error={faults.kind}>
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
      </RadioGroup>
      {kind === 'return' && <NonReturnableNotice lines={lines} />}
      {kind !== undefined && (
        <Select
          label="Reason"
          value={reason}
          error={faults.reason}
          // The options have only these values.
          onChange={({ currentTarget }) => change({ reason: currentTarget.value as CaseReason | '' })}
        >
          <option value="">Select a reason</option>
          {reasons.map((one) => (
            <option key={one} value={one}>
              {CASE_REASON_LABELS[one]}
            </option>
          ))}
        </Select>
      )}
    </>
  )
}

/** Renders the items that cannot be returned for a change of mind, and the alternative. */
function NonReturnableNotice({ lines }: Pick<CaseFormState, 'lines'>) {
  const nonReturnable = lines.filter(({ isReturnable }) => !isReturnable)
  if (nonReturnable.length === 0) return null
  const isOne = nonReturnable.length === 1
  const titles = nonReturnable.map(({ title }) => title).join('; ')
  return (
    <p className="text-sm text-ink-soft">
      {titles}: {isOne ? 'this item is' : 'these items are'} final sale, as{' '}
      {isOne ? 'its page' : 'their pages'} said. If something arrived damaged, wrong, late or not at all, you
      can still report it.
    </p>
  )
}

/** Renders the choice of shipped items and units of a case; nothing where there is one item only. */
function LineSelection({ form: { lines, draft, faults, change } }: { form: CaseFormState }) {
  const { chosen } = draft
  if (lines.length === 1 && lines[0]?.sent === 1) return null
  const choose = (line: number, quantity: number) => change({ chosen: { ...chosen, [line]: quantity } })
  return (
    <RadioGroup question="Which items?" error={faults.chosen}>
      <ul className="flex flex-col gap-3">
        {lines.map(({ line, title, sent, isReturnable }) => (
          <li key={line} className="flex flex-wrap items-center justify-between gap-3">
            <Checkbox
              label={
                <span className="wrap-anywhere">
                  {title}
                  {!isReturnable && isChangeOfMind(draft) && (
                    <span className="text-ink-soft"> (not taken back)</span>
                  )}
                </span>
              }
              disabled={!isReturnable && isChangeOfMind(draft)}
              checked={(chosen[line] ?? 0) > 0}
              aria-invalid={faults.chosen !== undefined || undefined}
              onChange={({ currentTarget }) => choose(line, currentTarget.checked ? sent : 0)}
              className="min-w-0 flex-1 basis-40"
            />
            {sent > 1 && (chosen[line] ?? 0) > 0 && (
              <Select
                label={`Quantity of ${title}`}
                hideLabel
                className="w-28"
                value={chosen[line]}
                onChange={({ currentTarget }) => choose(line, Number(currentTarget.value))}
              >
                {Array.from({ length: sent }, (_, place) => (
                  <option key={place} value={place + 1}>
                    {place + 1} of {sent}
                  </option>
                ))}
              </Select>
            )}
          </li>
        ))}
      </ul>
    </RadioGroup>
  )
}
