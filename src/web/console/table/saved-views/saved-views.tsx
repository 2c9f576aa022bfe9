import { Bookmark } from 'lucide'
import { Suspense, useState } from 'react'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Action } from '../../parts/button.tsx'
import { LazyMenu } from '../../parts/lazy-menu.tsx'
import { type ViewTab, ViewTabs } from '../table-tools.tsx'
import { type SavedViews, type SavedViewsOptions, toViewAddress, useSavedViews } from './use-saved-views.ts'

const ViewMenu = lazyComponent(async () => (await import('./saved-view-menu.tsx')).SavedViewMenu)
const NameDialog = lazyComponent(async () => (await import('./view-name-dialog.tsx')).ViewNameDialog)

/** Renders the tabs of a table's views: built-in ones, then the user's own. `current` is one of the first. */
export function SavedViewTabs(
  props: SavedViewsOptions & Readonly<{ label: string; tabs: readonly ViewTab[]; current: string }>,
) {
  const { label, tabs, current, path } = props
  const saved = useSavedViews(props)
  return (
    <ViewTabs
      label={label}
      current={saved.current?.id ?? current}
      tabs={[
        ...tabs,
        ...saved.views.map(({ id, name, query }) => ({
          id,
          label: name,
          href: toViewAddress(path, { id, query }),
        })),
      ]}
    />
  )
}

/**
 * Renders the controls that save the current view or change the selected saved one; nothing when no change is
 * unsaved.
 */
export function SaveView(props: SavedViewsOptions) {
  const saved = useSavedViews(props)
  const [naming, setNaming] = useState<'new' | 'rename'>()
  return (
    <>
      {saved.current === undefined && saved.isChanged && (
        <Action isSmall variant="quiet" icon={Bookmark} onClick={() => setNaming('new')}>
          Save view
        </Action>
      )}
      {saved.current !== undefined && (
        <LazyMenu button={(request) => <ViewButton saved={saved} {...request} />}>
          <ViewMenu saved={saved} onName={setNaming} />
        </LazyMenu>
      )}
      <Suspense>
        {naming && <NameDialog saved={saved} naming={naming} onClose={() => setNaming(undefined)} />}
      </Suspense>
    </>
  )
}

/** Renders the button of a saved view's menu, with a hint when the view has unsaved changes. */
export function ViewButton({ saved, ...rest }: Readonly<{ saved: SavedViews }> & object) {
  return (
    <Action isSmall variant="quiet" icon={Bookmark} {...rest}>
      {saved.isChanged ? 'View changed' : 'Saved view'}
    </Action>
  )
}
