import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { SUPPLIER } from '../console/addresses.ts'
import { HandlingPanels } from './handling-panels.tsx'
import { ReturnsPanel } from './returns-panel.tsx'
import { WarehousesPanel } from './warehouses/warehouses-panel.tsx'

const PLACES = [
  {
    href: SUPPLIER.profile,
    label: 'Store profile',
    about: 'Name, logo, city, description and main categories.',
  },
  {
    href: SUPPLIER.verification,
    label: 'Verification',
    about: 'Company, address, tax number and bank account.',
  },
  {
    href: SUPPLIER.store,
    label: 'Your store',
    about: 'Which fields sync from your Shopify or WooCommerce store.',
  },
  {
    href: SUPPLIER.priceLists,
    label: 'Price lists',
    about: 'Lower wholesale prices for quantities and selected vendors.',
  },
  { href: '/dashboard/notifications', label: 'Notifications', about: 'Which emails you get from us.' },
  { href: '/dashboard/profile', label: 'Your account', about: 'Name, email address and password.' },
  { href: '/dashboard/sessions', label: 'Sign-ins', about: 'Devices where you’re signed in.' },
] as const

/** Renders how the store accepts orders, with links to all other settings. */
export function Settings() {
  return (
    <>
      <PageHead title="Settings" />
      <div className="flex max-w-3xl flex-col gap-4">
        <OrderSettings />
        <WarehousesPanel />
        <HandlingPanels />
        <ReturnsPanel />
        <Panel title="More settings" isFlush>
          <ul className="divide-y divide-line border-t border-line">
            {PLACES.map(({ href, label, about }) => (
              <li key={href} className="relative px-4 py-3 hover:bg-mist">
                <Link href={href} className="text-sm font-semibold after:absolute after:inset-0">
                  {label}
                </Link>
                <p className="text-xs text-ink-soft">{about}</p>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  )
}

function OrderSettings() {
  const queries = useQueryClient()
  const queryKey = ['supplier', 'order-settings']
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('GET /supplier/order-settings', {}, { signal })).settings,
  })
  const save = useMutation({
    mutationFn: (autoAccept: boolean) => call('POST /supplier/order-settings', { body: { autoAccept } }),
    onSuccess({ message, settings }) {
      queries.setQueryData(queryKey, settings)
      toast.success(message)
    },
    onError: (error) =>
      toast.error(explainError(error, 'We couldn’t save the order settings. Please try again in a moment.')),
  })
  return (
    <Panel title="Orders">
      <Loaded query={query} skeleton={<SkeletonRows count={1} />}>
        {({ autoAccept }) => (
          <>
            <Checkbox
              label="Accept orders automatically"
              checked={autoAccept}
              disabled={save.isPending}
              onChange={(event) => save.mutate(event.target.checked)}
            />
            <p className="mt-2 max-w-prose text-xs text-ink-soft">
              {autoAccept
                ? 'New orders move to “To ship” a few minutes after payment, once the buyer can no longer cancel freely.'
                : 'You accept each order yourself. Orders that aren’t answered in time are cancelled.'}
            </p>
          </>
        )}
      </Loaded>
    </Panel>
  )
}
