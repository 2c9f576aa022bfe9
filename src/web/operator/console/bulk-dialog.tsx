import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { Action, type ActionVariant } from '#web/console/parts/button.tsx'
import { ConsoleDialog, Problem } from '#web/console/parts/dialog.tsx'
import { formatMinor } from '../money/format-minor.ts'

type Preview = AnswerTo<'POST /operator/orders/bulk-preview'>
type Results = AnswerTo<'POST /operator/orders/bulk-cancel'>

/** The most rows of one action, which the bar of selected rows states. */
export const MAX_BULK_ROWS = 100

type BulkDialogProps = Readonly<{
  title: string
  text: string
  /** The query key of the preview: another key is another preview. */
  previewKey: readonly (string | number | boolean)[]
  preview: (signal: AbortSignal) => Promise<Preview>
  /** The label of the preview's sum, such as `Refunds`. */
  totalLabel: string
  submitLabel: string
  variant?: ActionVariant
  canSubmit?: boolean
  perform: () => Promise<Results>
  /** Called on closing; `hasChanged` when the action was performed. */
  onClose: (hasChanged: boolean) => void
  children?: ReactNode
}>

/** Renders an action on many rows: its effect on each and the sum, then the result of each. */
export function BulkDialog(props: BulkDialogProps) {
  const { title, text } = props
  const queries = useQueryClient()
  const [done, setDone] = useState<Results>()
  const query = useQuery({
    // Not under the console's query key: after the action there is nothing to preview.
    queryKey: ['bulk-preview', ...props.previewKey],
    queryFn: ({ signal }) => props.preview(signal),
    enabled: done === undefined,
    gcTime: 0,
  })

  function close(): void {
    // Only after closing: rows that leave the list would take the results with them.
    if (done) void queries.invalidateQueries({ queryKey: ['operator'] })
    props.onClose(done !== undefined)
  }

  return (
    <ConsoleDialog isOpen isWide title={title} text={done ? done.message : text} onClose={close}>
      {done ? (
        <Outcome done={done} rows={query.data?.rows ?? []} onClose={close} />
      ) : (
        <Loaded query={query} skeleton={<p className="text-sm text-ink-soft">Checking each …</p>}>
          {(data) => <BulkForm {...props} preview={data} onDone={setDone} />}
        </Loaded>
      )}
    </ConsoleDialog>
  )
}

function BulkForm(
  props: Omit<BulkDialogProps, 'preview'> & Readonly<{ preview: Preview; onDone: (done: Results) => void }>,
) {
  const { preview, submitLabel, totalLabel, variant = 'primary', canSubmit = true, children } = props
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const possible = preview.rows.filter(({ isPossible }) => isPossible)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setIsBusy(true)
    setProblem(undefined)
    try {
      props.onDone(await withPassword(props.perform))
    } catch (error) {
      setProblem(explainError(error, 'We couldn’t do this. Please try again in a moment.'))
      setIsBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PreviewTable rows={preview.rows} />
      <p className="text-sm font-semibold tabular-nums">
        {possible.length} of {preview.rows.length} possible
        {preview.totals.map(({ currency, amount }) => (
          <span key={currency} className="ms-3">
            {totalLabel}: {formatMinor(amount, currency)}
          </span>
        ))}
      </p>
      {children}
      {problem !== undefined && <Problem text={problem} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Action onClick={() => props.onClose(false)}>Close</Action>
        <Action type="submit" variant={variant} busy={isBusy} disabled={!canSubmit || possible.length === 0}>
          {submitLabel}
        </Action>
      </div>
    </form>
  )
}

function PreviewTable({ rows }: { rows: Preview['rows'] }) {
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <table className="console-table" aria-label="What happens to each">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">What happens</th>
            <th scope="col" className="number">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, number, isPossible, message, amount, currency }) => (
            <tr key={id}>
              <td className="font-medium">{number || id}</td>
              <td className={`whitespace-normal ${isPossible ? '' : 'text-danger'}`}>
                {isPossible ? message : `Left out: ${message}`}
              </td>
              <td className="number">{isPossible && amount > 0 ? formatMinor(amount, currency) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Outcome(props: { done: Results; rows: Preview['rows']; onClose: () => void }) {
  const { done, rows, onClose } = props
  const numbers = new Map(rows.map(({ id, number }) => [id, number]))
  return (
    <div className="flex flex-col gap-4">
      <div className="overflow-hidden rounded-md border border-line">
        <table className="console-table" aria-label="Results">
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {done.results.map(({ id, isDone, message }) => (
              <tr key={id}>
                <td className="font-medium">{numbers.get(id) || id}</td>
                <td className={`whitespace-normal ${isDone ? '' : 'text-danger'}`}>
                  {isDone ? message : `Not done: ${message}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex justify-end">
        <Action variant="primary" onClick={onClose}>
          Done
        </Action>
      </div>
    </div>
  )
}
