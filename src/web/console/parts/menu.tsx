import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon, type IconShapes } from '#web/ui/icon.tsx'

/**
 * Renders a menu under its button. `trigger` is the button, `children` are the entries; a lazily loaded menu is
 * initially open.
 */
export function Menu(props: {
  trigger: ReactNode
  align?: 'start' | 'end'
  isOpenAtFirst?: boolean
  children: ReactNode
}) {
  const { trigger, align = 'end', isOpenAtFirst = false, children } = props
  return (
    <DropdownMenu.Root modal={false} defaultOpen={isOpenAtFirst}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align={align} sideOffset={6} className="console console-menu text-ink">
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** Renders an entry of a menu; a dangerous one is red. */
export function MenuItem(props: {
  icon?: IconShapes
  isDangerous?: boolean
  isDisabled?: boolean
  onSelect: () => void
  children: ReactNode
}) {
  const { icon, isDangerous = false, isDisabled = false, onSelect, children } = props
  return (
    <DropdownMenu.Item
      disabled={isDisabled}
      onSelect={onSelect}
      className={`console-menu-item ${isDangerous ? 'text-danger' : ''}`}
    >
      {icon && <Icon shapes={icon} aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />}
      {children}
    </DropdownMenu.Item>
  )
}

/** Renders a separator between groups of entries. */
export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />
}

/** Renders a menu entry that is one of a few choices. */
export function MenuChoice<Value extends string>(props: {
  label: string
  value: Value
  options: readonly Readonly<{ value: Value; label: string }>[]
  onChange: (value: Value) => void
}) {
  const { label, value, options, onChange } = props
  return (
    <>
      <DropdownMenu.Label className="px-2.5 pt-2 pb-1 text-xs text-ink-soft">{label}</DropdownMenu.Label>
      <DropdownMenu.RadioGroup
        value={value}
        onValueChange={(next) => {
          const option = options.find((one) => one.value === next)
          if (option) onChange(option.value)
        }}
      >
        {options.map((option) => (
          <DropdownMenu.RadioItem key={option.value} value={option.value} className="console-menu-item">
            <span
              aria-hidden="true"
              className={`size-2 rounded-full ${option.value === value ? 'bg-accent' : 'bg-line'}`}
            />
            {option.label}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </>
  )
}
