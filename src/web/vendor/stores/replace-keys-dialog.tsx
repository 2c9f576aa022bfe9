import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { VendorStoreData } from '#features/stores/shop-orders/stores/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Field, Select } from '#web/ui/field.tsx'

type KeyKind = 'woocommerce' | 'token' | 'app'

/** The input fields of each kind of keys, by their names in the call. */
const FIELDS: Readonly<
  Record<KeyKind, readonly Readonly<{ name: string; label: string; placeholder: string }>[]>
> = {
  woocommerce: [
    { name: 'key', label: 'Key', placeholder: 'ck_…' },
    { name: 'secret', label: 'Secret', placeholder: 'cs_…' },
  ],
  token: [{ name: 'accessToken', label: 'Access token', placeholder: 'shpat_…' }],
  app: [
    { name: 'clientId', label: 'Client ID', placeholder: '' },
    { name: 'clientSecret', label: 'Client secret', placeholder: 'shpss_…' },
  ],
}

/** Renders the dialog for a store's new keys, which are checked with the store before they are saved. */
export function ReplaceKeysDialog(props: { store: VendorStoreData; isOpen: boolean; onClose: () => void }) {
  const { store, isOpen, onClose } = props
  const [kind, setKind] = useState<KeyKind>(store.platform === 'woocommerce' ? 'woocommerce' : 'app')
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({})
  const queries = useQueryClient()
  const fields = FIELDS[kind]
  const close = () => {
    setKeys({})
    onClose()
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title={`Replace the keys of ${store.name}`}
      text="We check the new keys with the store first. Listings, orders and settings stay. Webhooks signed with the old keys are accepted for another 24 hours, so nothing is lost while you switch."
      submitLabel="Replace the keys"
      canSubmit={fields.every(({ name }) => (keys[name] ?? '').trim() !== '')}
      explain={(error) => explainError(error, 'We couldn’t save them. Please try again in a moment.')}
      onSubmit={async () => {
        const body = Object.fromEntries(fields.map(({ name }) => [name, keys[name] ?? '']))
        const { message } = await call('POST /stores/connections/{id}/keys', {
          params: { id: store.id },
          body,
        })
        toast.success(message)
        void queries.invalidateQueries({ queryKey: ['vendor'] })
      }}
    >
      {store.platform === 'shopify' && (
        <Select
          label="Kind of keys"
          value={kind}
          onChange={(event) => setKind(event.target.value === 'token' ? 'token' : 'app')}
        >
          <option value="app">Client ID and client secret</option>
          <option value="token">Access token</option>
        </Select>
      )}
      {fields.map((field) => (
        <Field
          key={field.name}
          {...field}
          type="password"
          autoComplete="off"
          value={keys[field.name] ?? ''}
          onChange={(event) => setKeys({ ...keys, [field.name]: event.target.value })}
        />
      ))}
    </FormDialog>
  )
}
