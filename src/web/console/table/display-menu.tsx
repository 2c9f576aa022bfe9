import { Check } from 'lucide'
import { DropdownMenu } from 'radix-ui'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuChoice, MenuLine } from '../parts/menu.tsx'
import {
  type Density,
  DisplayButton,
  type DisplayedColumns,
  type DisplayMenuProps,
} from './table-display.tsx'

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const satisfies readonly { value: Density; label: string }[]

/** Renders the menu of columns and row height. */
export function DisplayMenu({ columns, display, change }: DisplayMenuProps) {
  const optional = columns.filter(({ choice }) => choice !== undefined)

  function toggle(id: string): void {
    const isShown = (column: DisplayedColumns[number]) =>
      column.id === id ? display.hidden.has(id) : !display.hidden.has(column.id)
    const shown = optional.filter(isShown)
    const isUsual = optional.every((column) => (column.choice === 'shown') === isShown(column))
    change({ columns: isUsual ? undefined : shown.map((column) => column.id).join('.') || 'none' })
  }

  return (
    <Menu isOpenAtFirst trigger={<DisplayButton />}>
      <DropdownMenu.Label className="px-2.5 pt-2 pb-1 text-xs text-ink-soft">Columns</DropdownMenu.Label>
      {optional.map(({ id, title }) => (
        <DropdownMenu.CheckboxItem
          key={id}
          checked={!display.hidden.has(id)}
          // The menu stays open, because users often select several.
          onSelect={(event) => event.preventDefault()}
          onCheckedChange={() => toggle(id)}
          className="console-menu-item"
        >
          <span className="grid size-4 place-items-center">
            <DropdownMenu.ItemIndicator>
              <Icon shapes={Check} aria-hidden="true" className="size-4" />
            </DropdownMenu.ItemIndicator>
          </span>
          {title}
        </DropdownMenu.CheckboxItem>
      ))}
      <MenuLine />
      <MenuChoice
        label="Rows"
        value={display.density}
        options={DENSITIES}
        onChange={(density) => change({ density: density === 'comfortable' ? undefined : density })}
      />
    </Menu>
  )
}
