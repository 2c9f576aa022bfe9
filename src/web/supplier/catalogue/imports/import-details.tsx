import { type ReactNode, useState } from 'react'
import { explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime, formatNumber } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { SUPPLIER } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/supplier-page.tsx'
import { DuplicateNotice } from '../duplicates/duplicate-notice.tsx'
import { countProducts, describeFile, type ImportDetail, isProcessing } from './import-texts.ts'
import { ImportStatus } from './imports-index.tsx'
import { MappingForm, ColumnSelect } from './mapping-form.tsx'
import { PlanTable } from './plan-table.tsx'
import { type ImportActions, useImport, useImportActions } from './use-import.ts'

/** Renders one import: its columns, its plan, and its progress. */
export function ImportDetails({ id, search }: SectionProps) {
  const query = useImport(id)
  return <Loaded query={query}>{(stored) => <ImportPage stored={stored} search={search} />}</Loaded>
}

function ImportPage({ stored, search }: { stored: ImportDetail; search: SectionProps['search'] }) {
  const actions = useImportActions(stored.id)
  const [mappedAt, setMappedAt] = useState<string | null>()
  // The mapping form stays open until the plan with the new columns has been loaded.
  const isMapping = stored.state === 'unmapped' || mappedAt === (stored.plannedAt ?? stored.finishedAt)
  const canMap = stored.format === 'mapped' && !isMapping && !isProcessing(stored)
  return (
    <>
      <PageHead
        title={stored.fileName}
        back={{ href: SUPPLIER.imports, label: 'Import products' }}
        badge={<ImportStatus one={stored} />}
        about={describeFile(stored)}
        isBar
      >
        {canMap && (
          <Action onClick={() => setMappedAt(stored.plannedAt ?? stored.finishedAt)}>Change columns</Action>
        )}
        <HeadActions stored={stored} actions={actions} />
      </PageHead>
      <div className="flex flex-col gap-4 max-md:pb-20">
        {isMapping && !isProcessing(stored) && <MappingForm stored={stored} plan={actions.plan} />}
        <Stage stored={stored} actions={actions} />
        {hasPlan(stored) && <PlanTable stored={stored} search={search} />}
      </div>
    </>
  )
}

const hasPlan = ({ state, plannedAt }: ImportDetail) =>
  plannedAt !== null && state !== 'reading' && state !== 'planning' && state !== 'unmapped'

type StageProps = Readonly<{ stored: ImportDetail; actions: ImportActions }>

function HeadActions({
  stored: { state, counts, format, plannedAt },
  actions: { apply, cancel, plan },
}: StageProps) {
  const due = counts.created + counts.changed
  const cancelAction = (
    <Action busy={cancel.isPending} onClick={() => cancel.mutate()}>
      Cancel import
    </Action>
  )
  if (state === 'planned' && due > 0)
    return (
      <>
        {cancelAction}
        <Action variant="primary" busy={apply.isPending} onClick={() => apply.mutate()}>
          Import {countProducts(due)}
        </Action>
      </>
    )
  if (state === 'reading' || state === 'planning' || state === 'applying' || state === 'unmapped')
    return cancelAction
  return (
    <>
      <ActionLink href={SUPPLIER.imports}>
        {format === 'store' ? 'All imports' : 'Import another file'}
      </ActionLink>
      {(format !== 'mapped' || plannedAt !== null) && (
        <Action
          busy={plan.isPending}
          onClick={() =>
            plan.mutate(undefined, {
              onError: (error) =>
                toast.error(
                  explainError(error, 'We couldn’t update the plan. Please try again in a moment.'),
                ),
            })
          }
        >
          {format === 'store' ? 'Read again' : 'Plan again'}
        </Action>
      )}
    </>
  )
}

function Stage({ stored, actions }: StageProps) {
  const { state, failure } = stored
  if (state === 'unmapped') return null
  if (state === 'failed') return <Problem text={failure ?? 'We couldn’t read this import.'} />
  if (isProcessing(stored)) return <Progress stored={stored} />
  if (state === 'planned')
    return (
      <Summary stored={stored}>
        <ColumnChoices stored={stored} plan={actions.plan} />
      </Summary>
    )
  return <Result stored={stored} />
}

function Progress({ stored }: { stored: ImportDetail }) {
  const { state, progress } = stored
  const { done, total } = progress
  const isReading = state !== 'applying' && total === null
  const title = describeWork(stored)
  return (
    <Panel title={title}>
      <progress
        aria-label={title}
        max={Math.max(1, total ?? 1)}
        {...(isReading ? {} : { value: done })}
        className="h-2 w-full accent-accent"
      />
      <p role="status" className="mt-2 text-sm tabular-nums">
        {describeProgress(stored)}
      </p>
      <p className="mt-1 text-xs text-ink-soft">
        {state !== 'applying'
          ? 'Nothing has changed yet. You can leave this page and come back.'
          : 'You can leave this page while the import runs. If you cancel, products imported so far are kept.'}
      </p>
    </Panel>
  )
}

function describeWork({ state, format }: ImportDetail): string {
  if (state === 'applying') return 'Importing'
  if (state === 'reading') return 'Reading your store'
  return format === 'store' ? 'Comparing products' : 'Checking the file'
}

function describeProgress({ state, rows, progress: { done, total } }: ImportDetail): string {
  if (state === 'reading') return `${countProducts(rows)} read so far`
  if (state === 'planning' && total === null) return `Reading the file: ${formatNumber(rows)} rows so far`
  return `${state === 'planning' ? 'Checked' : 'Imported'} ${formatNumber(done)} of ${countProducts(total ?? 0)}`
}

function Summary({
  stored: { format, counts, countedAt },
  children,
}: {
  stored: ImportDetail
  children: ReactNode
}) {
  if (counts.created + counts.changed === 0)
    return (
      <Panel title="Nothing to import">
        <p className="text-sm text-ink-soft">{explainEmpty(format, counts)}</p>
        {children}
      </Panel>
    )
  return (
    <Panel title="Review the changes">
      <p className="max-w-prose text-sm text-ink-soft">
        Nothing changes until you import.{' '}
        {format === 'store'
          ? 'Products removed from your store are archived. Other products keep their status here.'
          : 'Blank cells and missing columns don’t change your products.'}{' '}
        Stock counts as of {formatDateTime(countedAt)}, when{' '}
        {format === 'store' ? 'your store was read' : 'the file was last saved'}: orders since then are
        subtracted.
      </p>
      {children}
    </Panel>
  )
}

function explainEmpty(format: ImportDetail['format'], counts: ImportDetail['counts']): string {
  const isStore = format === 'store'
  if (counts.conflicts + counts.refused > 0)
    return isStore
      ? 'No product can be imported. See the reasons below, fix them in your store and read it again.'
      : 'No product can be imported. See the reasons below, fix the file and upload it again.'
  return isStore
    ? 'Your products are up to date. Nothing in your connected store is new.'
    : 'Your store is up to date. Nothing in this file is new.'
}

function Result({ stored: { state, format, counts, finishedAt } }: { stored: ImportDetail }) {
  const when = finishedAt === null ? '' : ` on ${formatDateTime(finishedAt)}`
  const applied = `${countProducts(counts.applied)} imported`
  const left =
    counts.notApplied > 0
      ? ` ${countProducts(counts.notApplied)} had changed in the meantime or could not be imported: see “Not imported”, then ${format === 'store' ? 'read the store' : 'plan'} again.`
      : ''
  return (
    <Panel title={state === 'applied' ? 'Imported' : 'Cancelled'}>
      <p className="max-w-prose text-sm text-ink-soft">
        {applied}
        {when}.{state === 'cancelled' && counts.applied > 0 ? ' What was imported before stays.' : ''}
        {left}
      </p>
      <DuplicateNotice className="mt-2" />
    </Panel>
  )
}

/** Asks for the columns of a shop's export that its format does not fix; the plan is created again with them. */
function ColumnChoices({ stored, plan }: { stored: ImportDetail; plan: ImportActions['plan'] }) {
  const { format, mapping, sample } = stored
  if (format === 'mapped' || format === 'google' || format === 'store') return null
  const choose = (field: 'wholesale' | 'warehouse', column: string) => {
    const chosen = Object.entries({ ...mapping, [field]: column }).filter(([, name]) => name !== '')
    plan.mutate(Object.fromEntries(chosen))
  }
  return (
    <div className="mt-4 grid max-w-2xl gap-x-4 gap-y-3 sm:grid-cols-2">
      <ColumnSelect
        label="Column with the wholesale price"
        about="What vendors pay you. “Cost per item” is only used if you choose it."
        headers={sample.headers}
        value={mapping.wholesale ?? ''}
        onChange={(column) => choose('wholesale', column)}
      />
      <ColumnSelect
        label="Column with the warehouse"
        about="Names as in your settings. Without it, products stay where they are."
        headers={sample.headers}
        value={mapping.warehouse ?? ''}
        onChange={(column) => choose('warehouse', column)}
      />
      {plan.isError && (
        <Problem
          text={explainError(plan.error, 'We couldn’t use this column. Please try again in a moment.')}
        />
      )}
    </div>
  )
}
