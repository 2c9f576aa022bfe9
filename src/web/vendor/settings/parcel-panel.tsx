import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide'
import { useState } from 'react'
import type { ParcelBrandData } from '#features/stores/shop-orders/settings/branding/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { showFile } from '#web/console/data/file-actions.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { useCan } from '#web/console/frame/business.tsx'
import { LogoUpload, uploadLogo } from '#web/console/parts/logo-upload.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { useOrderAction } from '../order/use-order-action.ts'

const PREVIEW = {
  path: '/vendor/parcel-brand/preview',
  name: 'packing-slip.pdf',
  failure: 'We couldn’t open the preview. Please try again in a moment.',
} as const

/**
 * Renders the settings of customers' parcels: logo, name, note and returns address. The packing slip beside them is the
 * printed one.
 */
export function ParcelPanel() {
  const action = useOrderAction()
  const canWrite = useCan()('settings:write')
  const query = useQuery({
    queryKey: ['vendor', 'parcel-brand'],
    queryFn: async ({ signal }) => call('GET /vendor/parcel-brand', {}, { signal }),
    refetchOnWindowFocus: false,
  })
  return (
    <Panel title="Packing slip" hint="what your customers find in the parcel">
      <Loaded query={query}>
        {({ brand, logo }) => (
          <div className="flex flex-col gap-5">
            <LogoUpload
              src={logo}
              hint="JPEG, PNG or WebP, up to 5 MB. It’s printed on white."
              canWrite={canWrite}
              isBusy={action.isPending}
              onUpload={(file) => action.mutate(() => uploadLogo('/vendor/parcel-brand/logo', file))}
              onRemove={() => action.mutate(() => call('POST /vendor/parcel-brand/logo/remove'))}
            />
            <BrandForm key={JSON.stringify(brand)} brand={brand} />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function BrandForm({ brand }: { brand: ParcelBrandData }) {
  const [stored] = useState(() => ({ ...brand, returnAddress: brand.returnAddress.join('\n') }))
  const [form, setForm] = useState(stored)
  const action = useOrderAction()
  const isDirty = form !== stored
  const lines = form.returnAddress.split('\n').flatMap((line) => line.trim() || [])
  const error = lines.length > 6 ? 'Use at most six lines.' : undefined
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Name"
        hint="Leave blank for the name of your store."
        maxLength={100}
        autoComplete="organization"
        value={form.name}
        onChange={({ target }) => setForm({ ...form, name: target.value })}
      />
      <TextArea
        label="Return address"
        hint="One line each. Leave blank to send returns to the supplier."
        rows={4}
        maxLength={600}
        error={error}
        value={form.returnAddress}
        onChange={({ target }) => setForm({ ...form, returnAddress: target.value })}
      />
      <TextArea
        label="Note"
        hint="For example, a thank-you note. Slips never show prices."
        rows={3}
        maxLength={500}
        value={form.note}
        onChange={({ target }) => setForm({ ...form, note: target.value })}
      />
      <div className="flex flex-wrap gap-2">
        <Action
          busy={action.isPending}
          disabled={!isDirty || error !== undefined}
          onClick={() =>
            action.mutate(() =>
              call('POST /vendor/parcel-brand', { body: { ...form, returnAddress: lines } }),
            )
          }
        >
          Save the packing slip
        </Action>
        <Action icon={FileText} disabled={isDirty} onClick={() => void showFile(PREVIEW)}>
          Preview as PDF
        </Action>
      </div>
      {isDirty && <p className="text-xs text-ink-soft">Save your changes to see them in the preview.</p>}
    </div>
  )
}
