import { Columns3 } from 'lucide'
import { type ComponentProps, useMemo } from 'react'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Action } from '../parts/button.tsx'
import { LazyMenu } from '../parts/lazy-menu.tsx'
import type { DataColumn } from './data-table.tsx'
import type { AddressQuery } from './use-address.ts'

/** The height of a table's rows. */
export type Density = 'comfortable' | 'compact'

/** The display of a large table: its hidden columns, and the height of its rows. */
export type TableDisplay = Readonly<{ hidden: ReadonlySet<string>; density: Density }>

/** The columns of a table, with the fields that their display needs. */
export type DisplayedColumns = readonly Pick<DataColumn<never>, 'id' | 'title' | 'choice'>[]

/**
 * Returns the display of a table by its address: `columns` names the visible optional columns, `density` the row
 * height.
 */
export function useTableDisplay(
  columns: DisplayedColumns,
  address: Readonly<Record<string, string>>,
): TableDisplay {
  const { columns: names, density } = address
  return useMemo(() => {
    const shown = names?.split('.')
    const isHidden = ({ id, choice }: DisplayedColumns[number]) =>
      choice !== undefined && (shown ? !shown.includes(id) : choice === 'hidden')
    return {
      hidden: new Set(columns.filter(isHidden).map(({ id }) => id)),
      density: density === 'compact' ? 'compact' : 'comfortable',
    }
  }, [columns, names, density])
}

/** The properties of the menu of columns and row height. */
export type DisplayMenuProps = Readonly<{
  columns: DisplayedColumns
  display: TableDisplay
  change: (change: AddressQuery) => void
}>

const Menu = lazyComponent(async () => (await import('./display-menu.tsx')).DisplayMenu)

/** Renders the button of the display menu. */
export function DisplayButton(props: ComponentProps<typeof Action>) {
  return (
    <Action isSmall icon={Columns3} {...props}>
      Display
    </Action>
  )
}

/** Renders the menu that chooses how a table is displayed. */
export function DisplayChoice(props: DisplayMenuProps) {
  return (
    <LazyMenu button={(request) => <DisplayButton {...request} />}>
      <Menu {...props} />
    </LazyMenu>
  )
}
