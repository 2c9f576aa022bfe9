import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import type { TrackingRowData } from '#features/sales/orders/batch/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Action } from '#web/console/parts/button.tsx'
import { ConsoleDialog, Problem } from '#web/console/parts/dialog.tsx'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'
import { TextArea } from '#web/ui/field.tsx'

const EXAMPLE = 'order,carrier,tracking number\nC-7Q2MD-0KX41,DHL,JD014600003828392000'

const UNREADABLE = 'We couldn’t read these rows. Check the format and try again.'

const STATUSES: Readonly<Record<TrackingRowData['status'], { label: string; tone: StatusTone }>> = {
  ready: { label: 'Ready', tone: 'do' },
  added: { label: 'Added', tone: 'good' },
  known: { label: 'Already added', tone: 'plain' },
  refused: { label: 'Not possible', tone: 'bad' },
}

/**
 * Renders a dialog that adds tracking numbers of many orders from text or CSV. Rows are validated first, then the valid
 * ones are added.
 */
export function TrackingDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const [csv, setCsv] = useState('')
  const send = useMutation({
    mutationFn: (confirm: boolean) => call('POST /supplier/orders/tracking', { body: { csv, confirm } }),
    onSuccess({ message }, confirm) {
      if (!confirm) return
      toast.success(message)
      void queries.invalidateQueries({ queryKey: ['supplier'] })
    },
  })
  const rows = send.data?.rows
  const ready = rows?.filter(({ status }) => status === 'ready').length ?? 0

  function change(text: string): void {
    setCsv(text)
    send.reset()
  }

  function close(): void {
    change('')
    onClose()
  }

  return (
    <ConsoleDialog
      isOpen={isOpen}
      onClose={close}
      isWide
      title="Upload tracking numbers"
      text="Paste rows or choose a CSV file. Each row ships all remaining items of its order, and the buyer gets an email."
    >
      <div className="flex flex-col gap-4">
        <TrackingInput csv={csv} onChange={change} />
        {send.isError && <Problem text={explainError(send.error, UNREADABLE)} />}
        {rows && <TrackingRows rows={rows} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Action onClick={close}>{ready === 0 && rows ? 'Close' : 'Cancel'}</Action>
          {ready > 0 ? (
            <Action variant="primary" busy={send.isPending} onClick={() => send.mutate(true)}>
              {ready === 1 ? 'Add 1 parcel' : `Add ${ready} parcels`}
            </Action>
          ) : (
            <Action
              variant="primary"
              busy={send.isPending}
              disabled={csv.trim() === '' || rows !== undefined}
              onClick={() => send.mutate(false)}
            >
              Check rows
            </Action>
          )}
        </div>
      </div>
    </ConsoleDialog>
  )
}

function TrackingInput({ csv, onChange }: { csv: string; onChange: (csv: string) => void }) {
  async function read(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = event.target.files?.[0]
    if (file) onChange(await file.text())
  }

  return (
    <>
      <TextArea
        label="Order, carrier and tracking number, one per row"
        rows={6}
        value={csv}
        placeholder={EXAMPLE}
        onChange={(event) => onChange(event.target.value)}
      />
      <label className="text-sm">
        <span className="me-3">Or a CSV file:</span>
        <input type="file" accept=".csv,.tsv,.txt,text/csv" onChange={(event) => void read(event)} />
      </label>
    </>
  )
}

function TrackingRows({ rows }: { rows: readonly TrackingRowData[] }) {
  return (
    <div className="max-h-72 overflow-auto rounded-md border border-line">
      <table aria-label="Rows of the file" className="console-table">
        <thead>
          <tr>
            <th scope="col" className="number">
              Line
            </th>
            <th scope="col">Order</th>
            <th scope="col">Tracking number</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, number, trackingNumber, status, message }) => (
            <tr key={line}>
              <td className="number">{line}</td>
              <td className="whitespace-nowrap">{number}</td>
              <td className="wrap-anywhere">{trackingNumber}</td>
              <td>
                <Status tone={STATUSES[status].tone}>{STATUSES[status].label}</Status>
                <span className="mt-1 block text-xs text-ink-soft">{message}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
