import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Checkbox, Select } from '#web/ui/field.tsx'
import { STORES_KEY } from './connected-stores.tsx'
import { FIELDS, type FollowedField, type StoreSync } from './store-texts.ts'

type Settings = Readonly<{
  followed: FollowedField[]
  missing: StoreSync['missing']
  added: StoreSync['added']
}>

/** What of products follows a store and what is written here, and what becomes of new and missing products. */
export function StoreSettings({ id, sync }: { id: string; sync: StoreSync }) {
  const can = useCan()
  const isReadOnly = !can('products:write')
  const [followed, setFollowed] = useState<ReadonlySet<FollowedField>>(new Set(sync.followed))
  const [missing, setMissing] = useState(sync.missing)
  const [added, setAdded] = useState(sync.added)
  const { save, pause } = useSettings(id)
  const isSame = sync.followed.length === followed.size && sync.followed.every((one) => followed.has(one))
  const isChanged = !isSame || missing !== sync.missing || added !== sync.added

  function toggle(field: FollowedField, isFollowed: boolean): void {
    const next = new Set(followed)
    if (isFollowed) next.add(field)
    else next.delete(field)
    setFollowed(next)
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    save.mutate({ followed: [...followed], missing, added })
  }

  return (
    <Panel title="What follows your store">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <fieldset disabled={isReadOnly || save.isPending} className="flex flex-col gap-3">
          <legend className="mb-3 text-xs text-ink-soft">
            What is ticked is read from your store. The rest is written here and stays as you write it.
          </legend>
          {FIELDS.map(({ field, label, about }) => (
            <Checkbox
              key={field}
              checked={followed.has(field)}
              onChange={(event) => toggle(field, event.target.checked)}
              label={
                <>
                  {label}
                  <span className="block text-xs text-ink-soft">{about}</span>
                </>
              }
            />
          ))}
        </fieldset>
        <Select
          label="Products that leave your store"
          hint={
            missing === 'archive'
              ? 'They come off sale here and keep their reviews and orders.'
              : 'They stay listed here without stock until they return.'
          }
          value={missing}
          disabled={isReadOnly}
          onChange={(event) => setMissing(event.target.value === 'archive' ? 'archive' : 'sold_out')}
        >
          <option value="archive">Archive</option>
          <option value="sold_out">Show as sold out</option>
        </Select>
        <Select
          label="New products in your store"
          value={added}
          disabled={isReadOnly}
          onChange={(event) => setAdded(ADDED.find((one) => one === event.target.value) ?? 'draft')}
        >
          <option value="draft">Add as drafts</option>
          <option value="publish">Publish</option>
          <option value="leave">Don’t add</option>
        </Select>
        {!isReadOnly && (
          <div className="flex flex-wrap gap-2">
            <Action type="submit" look="primary" busy={save.isPending} disabled={!isChanged}>
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

const ADDED = ['draft', 'publish', 'leave'] as const

function useSettings(id: string) {
  const queries = useQueryClient()
  const options = {
    onSuccess: ({ message }: { message: string }) => {
      toast.success(message)
      void queries.invalidateQueries({ queryKey: STORES_KEY })
    },
    onError: (error: unknown) =>
      toast.error(explainError(error, 'We couldn’t save this. Please try again in a moment.')),
  }
  const send = (body: Partial<Settings> & { isPaused?: boolean }) =>
    call('POST /supplier/connected-stores/{id}/settings', { params: { id }, body })
  return {
    save: useMutation({ mutationFn: (settings: Settings) => send(settings), ...options }),
    pause: useMutation({ mutationFn: (isPaused: boolean) => send({ isPaused }), ...options }),
  }
}
