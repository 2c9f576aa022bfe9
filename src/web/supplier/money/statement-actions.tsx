import { downloadFile, showFile } from '#web/console/data/file-actions.ts'
import { Action } from '#web/console/parts/button.tsx'

/**
 * Renders buttons that open a payout's statement as PDF or save it as CSV. It is also the invoice of the commission.
 */
export function StatementActions({ payoutId }: { payoutId: string }) {
  const path = `/payouts/${encodeURIComponent(payoutId)}/statement`
  const name = `statement-${payoutId}`
  const failure = 'We couldn’t create the statement. Please try again in a moment.'
  return (
    <span className="inline-flex gap-1">
      <Action
        isSmall
        aria-label="Statement as PDF"
        onClick={() => void showFile({ path: `${path}?format=pdf`, name: `${name}.pdf`, failure })}
      >
        PDF
      </Action>
      <Action
        isSmall
        aria-label="Statement as CSV"
        onClick={() => void downloadFile({ path, name: `${name}.csv`, failure })}
      >
        CSV
      </Action>
    </span>
  )
}
