import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FACT_LABELS, FACT_NAMES, type FactName } from '#core/jewellery/vocabulary.ts'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Checkbox, Field, Select } from '#web/ui/field.tsx'
import { useOperatorRoles } from '../console/operator-roles.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'
import { SettingForm, SettingHistory } from '../settings/setting-page.tsx'
import { StorefrontHead } from './storefront-head.tsx'

type Category = AnswerTo<'GET /operator/settings/categories'>['categories'][number]

const SIZE_GUIDES: Readonly<Record<Category['sizeGuide'], string>> = {
  none: 'No size guide',
  rings: 'Ring sizes',
  neck: 'Necklace lengths',
  wrist: 'Bracelet lengths',
  ankle: 'Anklet lengths',
}

/** Renders the editor of the categories: names, order, size guides and required facts. */
export function Categories() {
  const query = useQuery({
    queryKey: ['operator', 'settings', 'categories'],
    queryFn: ({ signal }) => call('GET /operator/settings/categories', {}, { signal }),
    // A reload would replace the user's input.
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <StorefrontHead current="categories" />
      <Loaded query={query} skeleton={<SkeletonRows />}>
        {({ categories, version, history }) => (
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
            <CategoriesForm key={version} first={categories} version={version} />
            <SettingHistory history={history} />
          </div>
        )}
      </Loaded>
    </>
  )
}

function CategoriesForm({ first, version }: { first: readonly Category[]; version: number }) {
  const [categories, setCategories] = useState<readonly Category[]>(first)
  const { isBusy, perform } = useOperatorAction()
  const canWrite = useOperatorRoles().can('products:write')
  const replace = (index: number, fields: Partial<Category>) =>
    setCategories(categories.map((one, at) => (at === index ? { ...one, ...fields } : one)))
  const move = (index: number, by: 1 | -1) => {
    const moved = categories.slice(index, index + 1)
    setCategories(categories.toSpliced(index, 1).toSpliced(index + by, 0, ...moved))
  }
  return (
    <SettingForm
      canWrite={canWrite}
      isChanged={JSON.stringify(categories) !== JSON.stringify(first)}
      isBusy={isBusy}
      onSave={() =>
        void perform(() =>
          call('POST /operator/settings/categories', { body: { categories: [...categories], version } }),
        )
      }
      onDiscard={() => setCategories(first)}
    >
      {(isReadOnly) => (
        <Panel title="Categories" hint="in the order of the shop">
          <p className="mb-4 max-w-prose text-sm text-ink-soft">
            The shop shows these names and this order in its menu, lists and product pages. Links, feeds and
            the API keep the original names.
          </p>
          <ol className="flex flex-col divide-y divide-line">
            {categories.map((category, index) => (
              <li key={category.category} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
                <CategoryFields
                  category={category}
                  isReadOnly={isReadOnly}
                  onChange={(fields) => replace(index, fields)}
                >
                  {!isReadOnly && (
                    <MoveButtons
                      name={category.label}
                      isFirst={index === 0}
                      isLast={index === categories.length - 1}
                      onMove={(by) => move(index, by)}
                    />
                  )}
                </CategoryFields>
                <RequiredFacts
                  category={category}
                  isReadOnly={isReadOnly}
                  onChange={(requiredFacts) => replace(index, { requiredFacts })}
                />
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </SettingForm>
  )
}

function CategoryFields(props: {
  category: Category
  isReadOnly: boolean
  onChange: (fields: Partial<Category>) => void
  children: ReactNode
}) {
  const { category, isReadOnly, onChange } = props
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field
        label={`Name of ${category.category}`}
        className="min-w-44 flex-1"
        required
        maxLength={30}
        disabled={isReadOnly}
        value={category.label}
        onChange={(event) => onChange({ label: event.target.value })}
      />
      <Select
        label={`Size guide of ${category.category}`}
        className="min-w-44 flex-1"
        disabled={isReadOnly}
        value={category.sizeGuide}
        onChange={(event) => onChange({ sizeGuide: toSizeGuide(event.target.value) })}
      >
        {Object.entries(SIZE_GUIDES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {props.children}
    </div>
  )
}

function MoveButtons(props: {
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
}) {
  const name = <span className="sr-only">: {props.name}</span>
  return (
    <div className="flex gap-2 pb-1">
      <Action isSmall disabled={props.isFirst} onClick={() => props.onMove(-1)}>
        Move up{name}
      </Action>
      <Action isSmall disabled={props.isLast} onClick={() => props.onMove(1)}>
        Move down{name}
      </Action>
    </div>
  )
}

function RequiredFacts(props: {
  category: Category
  isReadOnly: boolean
  onChange: (facts: FactName[]) => void
}) {
  const { category, isReadOnly, onChange } = props
  const { requiredFacts } = category
  const change = (fact: FactName, isRequired: boolean) =>
    onChange(isRequired ? [...requiredFacts, fact] : requiredFacts.filter((one) => one !== fact))
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer py-1">
        Required facts<span className="sr-only"> of {category.category}</span>:{' '}
        <span className="text-ink-soft">
          {requiredFacts.map((fact) => FACT_LABELS[fact]).join(', ') || 'none'}
        </span>
      </summary>
      <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
        {FACT_NAMES.map((fact) => (
          <li key={fact}>
            <Checkbox
              label={FACT_LABELS[fact].replace(/^./, (letter) => letter.toUpperCase())}
              disabled={isReadOnly}
              checked={requiredFacts.includes(fact)}
              onChange={(event) => change(fact, event.target.checked)}
            />
          </li>
        ))}
      </ul>
    </details>
  )
}

function toSizeGuide(value: string): Category['sizeGuide'] {
  return value in SIZE_GUIDES ? (value as Category['sizeGuide']) : 'none'
}
