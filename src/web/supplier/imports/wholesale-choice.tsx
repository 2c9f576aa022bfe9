import { explainError } from '#web/app/calls/api.ts'
import { Problem } from '#web/console/parts/dialog.tsx'
import type { ImportDetail } from './import-texts.ts'
import { ColumnSelect } from './mapping-form.tsx'
import type { ImportActions } from './use-import.ts'

/** Asks which column of a shop's export has the wholesale price; the plan is made again with it. */
export function WholesaleChoice({ stored, plan }: { stored: ImportDetail; plan: ImportActions['plan'] }) {
  if (stored.format === 'mapped' || stored.format === 'google' || stored.format === 'store') return null
  return (
    <div className="mt-4 max-w-sm">
      <ColumnSelect
        label="Column with the wholesale price"
        about="What vendors pay you. “Cost per item” is only used if you choose it."
        headers={stored.sample.headers}
        value={stored.mapping.wholesale ?? ''}
        onChange={(column) => plan.mutate(column === '' ? {} : { wholesale: column })}
      />
      {plan.isError && (
        <Problem
          text={explainError(plan.error, 'We couldn’t use this column. Please try again in a moment.')}
        />
      )}
    </div>
  )
}
