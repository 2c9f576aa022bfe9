import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { useOperatorRoles } from '../console/operator-roles.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'
import { SettingForm, SettingHistory } from '../settings/setting-page.tsx'
import { StorefrontHead } from './storefront-head.tsx'

type Data = AnswerTo<'GET /operator/settings/home-columns'>
type Column = Data['columns'][number]

/** A column in the editor; `key` stays the same when it is moved. */
type DraftColumn = Column & Readonly<{ key: number }>

const SORTS: Readonly<Record<Column['sort'], string>> = {
  popular: 'Best sellers',
  newest: 'Newest products',
  deals: 'Largest discounts',
}

const MOST_COLUMNS = 3

/** Renders the editor of the home page's product columns. */
export function HomeColumns() {
  const query = useQuery({
    queryKey: ['operator', 'settings', 'home-columns'],
    queryFn: ({ signal }) => call('GET /operator/settings/home-columns', {}, { signal }),
    // A reload would replace the user's input.
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <StorefrontHead current="home-columns" />
      <Loaded query={query} skeleton={<SkeletonRows />}>
        {({ columns, version, history }) => (
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
            <ColumnsForm key={version} first={columns} version={version} />
            <SettingHistory history={history} />
          </div>
        )}
      </Loaded>
    </>
  )
}

function ColumnsForm({ first, version }: { first: readonly Column[]; version: number }) {
  // The database returns fields in its own order, so equal columns could have different JSON.
  const drafts = first.map(({ title, sort }, key): DraftColumn => ({ title, sort, key }))
  const [columns, setColumns] = useState<readonly DraftColumn[]>(drafts)
  const saved = columns.map(({ title, sort }) => ({ title, sort }))
  const { isBusy, perform } = useOperatorAction()
  const canWrite = useOperatorRoles().can('products:write')
  const replace = (key: number, fields: Partial<Column>) =>
    setColumns(columns.map((one) => (one.key === key ? { ...one, ...fields } : one)))
  const unused = Object.keys(SORTS).find((sort) => columns.every((one) => one.sort !== sort))
  return (
    <SettingForm
      canWrite={canWrite}
      isChanged={JSON.stringify(saved) !== JSON.stringify(drafts.map(({ title, sort }) => ({ title, sort })))}
      isBusy={isBusy}
      onSave={() =>
        void perform(() =>
          call('POST /operator/settings/home-columns', { body: { columns: saved, version } }),
        )
      }
      onDiscard={() => setColumns(drafts)}
    >
      {(isReadOnly) => (
        <Panel title="Columns" hint="from left to right">
          <p className="mb-4 max-w-prose text-sm text-ink-soft">
            The home page shows four products in each column, under “On everyone’s list”.
          </p>
          <ol className="flex flex-col gap-4">
            {columns.map((column, index) => (
              <li key={column.key} className="flex flex-wrap items-end gap-3">
                <ColumnFields
                  column={column}
                  number={index + 1}
                  isReadOnly={isReadOnly}
                  onChange={(fields) => replace(column.key, fields)}
                />
                {!isReadOnly && <ColumnActions number={index + 1} columns={columns} onChange={setColumns} />}
              </li>
            ))}
          </ol>
          {!isReadOnly && columns.length < MOST_COLUMNS && (
            <div className="mt-4">
              <Action
                onClick={() =>
                  setColumns([...columns, { key: Date.now(), title: '', sort: toSort(unused ?? '') }])
                }
              >
                Add column
              </Action>
            </div>
          )}
        </Panel>
      )}
    </SettingForm>
  )
}

function ColumnFields(props: {
  column: Column
  number: number
  isReadOnly: boolean
  onChange: (fields: Partial<Column>) => void
}) {
  const { column, number, isReadOnly, onChange } = props
  return (
    <>
      <Field
        label={`Title of column ${number}`}
        className="min-w-44 flex-1"
        required
        maxLength={40}
        disabled={isReadOnly}
        value={column.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <Select
        label={`Products of column ${number}`}
        className="min-w-44 flex-1"
        disabled={isReadOnly}
        value={column.sort}
        onChange={(event) => onChange({ sort: toSort(event.target.value) })}
      >
        {Object.entries(SORTS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </>
  )
}

function ColumnActions(props: {
  number: number
  columns: readonly DraftColumn[]
  onChange: (columns: readonly DraftColumn[]) => void
}) {
  const { number, columns, onChange } = props
  const at = number - 1
  const moved = columns.toSpliced(at, 1).toSpliced(at - 1, 0, ...columns.slice(at, number))
  return (
    <div className="flex gap-2 pb-1">
      <Action isSmall disabled={at === 0} onClick={() => onChange(moved)}>
        Move left<span className="sr-only">: column {number}</span>
      </Action>
      <Action isSmall disabled={columns.length === 1} onClick={() => onChange(columns.toSpliced(at, 1))}>
        Remove<span className="sr-only">: column {number}</span>
      </Action>
    </div>
  )
}

function toSort(value: string): Column['sort'] {
  return value === 'newest' || value === 'deals' ? value : 'popular'
}
