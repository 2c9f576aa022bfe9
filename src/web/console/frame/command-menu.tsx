import { useQuery } from '@tanstack/react-query'
import type { Permission } from '#core/access/permissions.ts'
import { Command } from 'cmdk'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { Icon, type IconShapes } from '#web/ui/icon.tsx'
import { useModal } from '../parts/dialog.tsx'
import type { ConsoleArea } from './console-frame.tsx'

/** An item of the command menu with its destination. */
export type CommandItem = Readonly<{
  href: string
  label: string
  about?: string
  icon: IconShapes
  /** The required permission, without which the item is hidden. */
  needs?: Permission
}>

/** The source of a console's command menu: fixed actions, and objects by a text of two or more letters. */
export type CommandSource = Readonly<{
  /** The placeholder of the search box. */
  placeholder: string
  actions: readonly CommandItem[]
  find: (text: string, signal: AbortSignal) => Promise<readonly ItemGroup[]>
}>

/** Renders the search of a whole console: pages, actions, and objects by number, SKU or name. */
export function CommandMenu({ area, onClose }: { area: ConsoleArea; onClose: () => void }) {
  const [text, setText] = useState('')
  const searched = useDeferredValue(text.trim())
  const go = useNavigateTo()
  const dialog = useModal(true)
  const input = useRef<HTMLInputElement>(null)
  // After the dialog is open: elements of a closed one cannot be focused.
  useEffect(() => input.current?.focus(), [])
  const found = useQuery({
    queryKey: ['command', searched],
    queryFn: ({ signal }) => area.commands.find(searched, signal),
    enabled: searched.length >= 2,
    placeholderData: (before) => before,
  })
  const pages = [...area.links, ...area.footerLinks]
  const groups = searched.length >= 2 ? (found.data ?? []) : []
  const [selected, setSelected] = useSelection(groups)

  function open(href: string): void {
    onClose()
    void go(href)
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="console-dialog mt-[12vh]! max-w-xl overflow-hidden!"
    >
      <Command label="Search" value={selected} onValueChange={setSelected}>
        <Command.Input
          ref={input}
          value={text}
          onValueChange={setText}
          placeholder={area.commands.placeholder}
          className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-ink-soft"
        />
        <Command.List className="max-h-[60vh] overflow-y-auto p-2">
          <Command.Empty className="px-2.5 py-6 text-center text-sm text-ink-soft">
            {found.isFetching ? 'Searching …' : 'Nothing found. Try a number, a SKU or a name.'}
          </Command.Empty>
          {groups.map(({ title, items }) => (
            <CommandGroup key={title} title={title} items={items} onOpen={open} keywords={[text]} />
          ))}
          <CommandGroup title="Actions" items={area.commands.actions} onOpen={open} />
          <CommandGroup title="Pages" items={pages} onOpen={open} />
        </Command.List>
      </Command>
    </dialog>
  )
}

type ItemGroup = Readonly<{ title: string; items: readonly CommandItem[] }>

/**
 * Returns the selected item and its setter. The first result is selected as soon as it arrives, after the actions and
 * pages, which match at once, because Enter must open the top item.
 */
function useSelection(groups: readonly ItemGroup[]): [string, (value: string) => void] {
  const [selected, setSelected] = useState('')
  const first = groups.find(({ items }) => items.length > 0)
  const value = first?.items[0] && getItemValue(first.title, first.items[0])
  useEffect(() => {
    if (value) setSelected(value)
  }, [value])
  return [selected, setSelected]
}

function getItemValue(title: string, { label, about, href }: CommandItem): string {
  return `${title} ${label} ${about ?? ''} ${href}`
}

function CommandGroup(props: {
  title: string
  items: readonly CommandItem[]
  onOpen: (href: string) => void
  /** Texts that match all results, because the server has already filtered them. */
  keywords?: string[]
}) {
  const { title, items, onOpen, keywords = [] } = props
  if (items.length === 0) return null
  return (
    <Command.Group
      heading={title}
      className="**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:py-1.5 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-ink-soft"
    >
      {items.map((item) => (
        <Command.Item
          key={item.href}
          value={getItemValue(title, item)}
          keywords={keywords}
          onSelect={() => onOpen(item.href)}
          className="console-menu-item text-sm"
        >
          <Icon shapes={item.icon} aria-hidden="true" className="size-4 text-ink-soft" strokeWidth={1.75} />
          <span className="truncate">{item.label}</span>
          {item.about && <span className="ms-auto truncate text-xs text-ink-soft">{item.about}</span>}
        </Command.Item>
      ))}
    </Command.Group>
  )
}
