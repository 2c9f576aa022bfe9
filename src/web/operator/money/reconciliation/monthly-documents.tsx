import { Download } from 'lucide'
import { useState } from 'react'
import { explainError, sendWithSession } from '#web/app/calls/api.ts'
import { saveFile } from '#web/app/calls/open-file.ts'
import { toast } from '#web/app/toast.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field } from '#web/ui/field.tsx'

const LISTS = [
  { path: 'invoices', label: 'Invoices (CSV)' },
  { path: 'credit-notes', label: 'Credit notes (CSV)' },
] as const

/** The invoices and credit notes that were issued in a month, in the order of their numbers, for the bookkeeping. */
export function MonthlyDocuments() {
  const [month, setMonth] = useState('')
  const save = (path: string) =>
    void saveFile(() => sendWithSession(`/${path}/${month}`, {}), `${path}-${month}.csv`).catch(
      (error: unknown) =>
        toast.error(explainError(error, 'We couldn’t make the list. Please try again in a moment.')),
    )
  return (
    <Panel title="Invoices and credit notes" hint="All of a month, in the order of their numbers.">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Month" type="month" value={month} onChange={(event) => setMonth(event.target.value)} />
        {LISTS.map(({ path, label }) => (
          <Action key={path} icon={Download} disabled={month === ''} onClick={() => save(path)}>
            {label}
          </Action>
        ))}
      </div>
    </Panel>
  )
}
