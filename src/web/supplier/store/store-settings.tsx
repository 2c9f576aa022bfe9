import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Checkbox, Select } from '#web/ui/field.tsx'
import { FIELDS, type FollowedField, STORES_KEY, type StoreSync } from './store-texts.ts'

type Settings = Readonly<{
  followed: FollowedField[]
  missing: StoreSync['missing']
  added: StoreSync['added']
}>

/** Renders which fields sync with a store, and what happens to new and missing products. */
export function StoreSettings({ id, sync }: { id: string; sync: StoreSync }) {
  const isReadOnly = !useCan()('products:write')
  const [settings, setSettings] = useState<Settings>({
    followed: sync.followed,
    missing: sync.missing,
    added: sync.added,
  })
  const { save, pause } = useSettings(id)
  const { followed, missing, added } = settings
  const isSame =
    sync.followed.length === followed.length && sync.followed.every((one) => followed.includes(one))
  const isChanged = !isSame || missing !== sync.missing || added !== sync.added
  const change = (changed: Partial<Settings>) => setSettings({ ...settings, ...changed })

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    save.mutate(settings)
  }

  return (
    <Panel title="Synced fields">
      <form onSubmit={submit}>
        <fieldset disabled={isReadOnly || save.isPending} className="flex flex-col gap-4">
          <legend className="sr-only">Synced fields</legend>
          <FollowedFields followed={followed} onChange={(fields) => change({ followed: fields })} />
          <MissingSelect missing={missing} onChange={(value) => change({ missing: value })} />
          <Select
            label="New products in your store"
            value={added}
            onChange={(event) =>
              change({ added: ADDED.find((one) => one === event.target.value) ?? 'draft' })
            }
          >
            <option value="draft">Add as drafts</option>
            <option value="publish">Publish</option>
            <option value="leave">Don’t add</option>
          </Select>
        </fieldset>
        {!isReadOnly && (
          <div className="mt-4 flex flex-wrap gap-2">
            <Action type="submit" variant="primary" busy={save.isPending} disabled={!isChanged}>
              Save
            </Action>
            <Action busy={pause.isPending} onClick={() => pause.mutate(!sync.isPaused)}>
              {sync.isPaused ? 'Resume sync' : 'Pause sync'}
            </Action>
          </div>
        )}
      </form>
    </Panel>
  )
}

function FollowedFields(props: {
  followed: readonly FollowedField[]
  onChange: (followed: FollowedField[]) => void
}) {
  const { followed, onChange } = props
  const toggle = (field: FollowedField, isFollowed: boolean) =>
    onChange(isFollowed ? [...followed, field] : followed.filter((one) => one !== field))
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-ink-soft">Selected fields sync from your store. You edit the others here.</p>
      {FIELDS.map(({ field, label, about }) => (
        <Checkbox
          key={field}
          checked={followed.includes(field)}
          onChange={(event) => toggle(field, event.target.checked)}
          label={
            <>
              {label}
              <span className="block text-xs text-ink-soft">{about}</span>
            </>
          }
        />
      ))}
    </div>
  )
}

function MissingSelect(props: {
  missing: StoreSync['missing']
  onChange: (missing: StoreSync['missing']) => void
}) {
  const { missing, onChange } = props
  return (
    <Select
      label="Products removed from your store"
      hint={
        missing === 'archive'
          ? 'They come off sale here and keep their reviews and orders.'
          : 'They stay listed here without stock until they return.'
      }
      value={missing}
      onChange={(event) => onChange(event.target.value === 'archive' ? 'archive' : 'sold_out')}
    >
      <option value="archive">Archive</option>
      <option value="sold_out">Show as sold out</option>
    </Select>
  )
}

const ADDED = ['draft', 'publish', 'leave'] as const

function useSettings(id: string) {
  const queries = useQueryClient()
  const options = {
    onSuccess: ({ message }: { message: string }) => {
      toast.success(message)
      void queries.invalidateQueries({ queryKey: STORES_KEY })
    },
    onError: (error: unknown) =>
      toast.error(explainError(error, 'We couldn’t save the sync settings. Please try again in a moment.')),
  }
  const send = (body: Partial<Settings> & { isPaused?: boolean }) =>
    call('POST /supplier/connected-stores/{id}/settings', { params: { id }, body })
  return {
    save: useMutation({ mutationFn: (settings: Settings) => send(settings), ...options }),
    pause: useMutation({ mutationFn: (isPaused: boolean) => send({ isPaused }), ...options }),
  }
}
