import { BookmarkPlus, Pencil, Save, Trash2 } from 'lucide'
import { Menu, MenuItem, MenuLine } from '../../parts/menu.tsx'
import { ViewButton } from './saved-views.tsx'
import type { SavedViews } from './use-saved-views.ts'

/** Renders the menu of the selected saved view. */
export function SavedViewMenu(props: { saved: SavedViews; onName: (naming: 'new' | 'rename') => void }) {
  const { saved, onName } = props
  return (
    <Menu isOpenAtFirst trigger={<ViewButton saved={saved} />}>
      {saved.isChanged && (
        <>
          <MenuItem icon={Save} onSelect={() => saved.change.mutate('update')}>
            Save changes
          </MenuItem>
          <MenuItem icon={BookmarkPlus} onSelect={() => onName('new')}>
            Save as a new view …
          </MenuItem>
          <MenuLine />
        </>
      )}
      <MenuItem icon={Pencil} onSelect={() => onName('rename')}>
        Rename …
      </MenuItem>
      <MenuItem icon={Trash2} isDangerous onSelect={() => saved.change.mutate('delete')}>
        Delete view
      </MenuItem>
    </Menu>
  )
}
