import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { CheckList } from './check-list.tsx'
import type { NewSecret } from './secret-dialog.tsx'
import { useRefresh, type WebhookEndpoint, type WebhookEvent } from './use-developers.ts'

/** Renders the dialog that adds or changes a webhook endpoint; `onCreated` gets the secret of a new one. */
export function EndpointDialog(props: {
  endpoint?: WebhookEndpoint
  events: readonly WebhookEvent[]
  onClose: () => void
  onCreated?: (secret: NewSecret) => void
}) {
  const { endpoint, events, onClose, onCreated } = props
  const refresh = useRefresh()
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [chosen, setChosen] = useState<readonly string[]>(endpoint?.events ?? [])
  return (
    <FormDialog
      isOpen
      isWide
      onClose={onClose}
      title={endpoint ? 'Change the endpoint' : 'Add a webhook endpoint'}
      text="We send the selected events to this address as signed JSON, and retry until your server responds with 2xx."
      submitLabel={endpoint ? 'Save' : 'Add endpoint'}
      canSubmit={url.trim().startsWith('https://') && chosen.length > 0}
      onSubmit={async () => {
        const body = { url, description, events: [...chosen] }
        if (endpoint) {
          const params = { id: endpoint.id }
          toast.success((await call('POST /developers/webhooks/{id}', { params, body })).message)
        } else {
          const { secret } = await call('POST /developers/webhooks', { body })
          onCreated?.({ title: 'The signing secret of your endpoint', label: url.trim(), text: secret })
        }
        await refresh()
      }}
      explain={(error) => explainError(error, 'We couldn’t save the endpoint. Please try again in a moment.')}
    >
      <Field
        label="Address"
        type="url"
        placeholder="https://"
        hint="An https address on the open internet."
        maxLength={500}
        autoComplete="off"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Field
        label="Description"
        hint="Optional."
        maxLength={100}
        autoComplete="off"
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <CheckList
        legend="Events"
        options={events.map(({ type, about }) => ({ value: type, label: type, about }))}
        chosen={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
