import { explainError, sendWithSession } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { openFile, saveFile } from '#web/app/calls/open-file.ts'
import { Action } from '#web/console/parts/button.tsx'

/** Opens the statement of a payout as PDF, or saves it as CSV; it is the invoice of the commission too. */
export function StatementActions({ payoutId }: { payoutId: string }) {
  const path = `/payouts/${encodeURIComponent(payoutId)}/statement`
  const explain = (error: unknown) =>
    toast.error(explainError(error, 'We couldn’t make the statement. Please try again in a moment.'))
  return (
    <span className="inline-flex gap-1">
      <Action
        isSmall
        aria-label="Statement as PDF"
        onClick={() =>
          void openFile(() => sendWithSession(`${path}?format=pdf`, {}), `statement-${payoutId}.pdf`).catch(
            explain,
          )
        }
      >
        PDF
      </Action>
      <Action
        isSmall
        aria-label="Statement as CSV"
        onClick={() =>
          void saveFile(() => sendWithSession(path, {}), `statement-${payoutId}.csv`).catch(explain)
        }
      >
        CSV
      </Action>
    </span>
  )
}
