import { Checkbox, Select } from '#web/ui/field.tsx'
import { isChangeOfMind } from './case-draft.ts'
import { RadioGroup } from './radio-group.tsx'
import type { CaseFormState } from './use-case-form.ts'

/** Which of the sent items a case is about, and how many of each; not asked where there is one item only. */
export function LineSelection({ form: { lines, draft, faults, change } }: { form: CaseFormState }) {
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
