import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import type {
  ConnectionData,
  NewConnectionData,
  PlatformName,
} from '#features/stores/connections/contract.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import type { StoreConnections } from './use-connections.ts'

/** The label and action of a card's sync button. */
export type CardSync = Readonly<{
  label: string
  isBusy: boolean
  onSync(): void
}>

/**
 * Renders one platform's card of 'Store Connection' (VONB-03) and 'Store Integration' (MONB-15, MONB-16). It has the
 * fields that connect a store, the state of connected ones, and how to get the keys. Saving checks the input at the
 * store itself.
 */
export function StoreConnectionCard(props: {
  platform: PlatformName
  connections: StoreConnections
  sync?: CardSync | undefined
}) {
  const { platform, connections, sync } = props
  const { title, fields, others, help } = PLATFORMS[platform]
  const connected = connections.of(platform)
  const { isBusy, problem, submit } = useSaveConnection(platform, connections)
  return (
    <section
      aria-label={title}
      className="flex flex-col gap-6 rounded-md border border-line bg-sheet p-5 md:p-7"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg">{title}</h3>
        {connected.length > 0 && <StateBadge connected={connected} />}
      </div>
      {connected.map((connection) => (
        <ConnectedStore key={connection.id} connection={connection} connections={connections} />
      ))}
      {/* Never a GET, because keys must not be in a URL. */}
      <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
        {connected.length > 0 && <h4 className="text-sm font-medium">Connect another store</h4>}
        <KeyFields fields={fields} />
        {others && (
          <details className="text-sm">
            <summary className="cursor-pointer">{others.question}</summary>
            <div className="mt-4 flex flex-col gap-4">
              <KeyFields fields={others.fields} />
            </div>
          </details>
        )}
        <div role="alert">{problem && <p className="text-sm text-danger">{problem}</p>}</div>
        <CardButtons isBusy={isBusy} sync={sync} />
      </form>
      <details className="text-sm text-ink-soft">
        <summary className="cursor-pointer text-ink">{help.question}</summary>
        <div className="mt-3 flex flex-col gap-2">{help.answer}</div>
      </details>
    </section>
  )
}

function CardButtons({ isBusy, sync }: { isBusy: boolean; sync: CardSync | undefined }) {
  const isHydrated = useIsHydrated()
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busy={isBusy} disabled={!isHydrated}>
        Save
      </Button>
      {sync && (
        <Button variant="outline" busy={sync.isBusy} disabled={!isHydrated} onClick={sync.onSync}>
          {sync.label}
        </Button>
      )}
    </div>
  )
}

function KeyFields({ fields }: { fields: readonly KeyField[] }) {
  return fields.map((field) => (
    <Field key={field.name} {...field} autoComplete="off" autoCapitalize="none" spellCheck={false} />
  ))
}

function StateBadge({ connected }: { connected: readonly ConnectionData[] }) {
  return connected.some(({ problem }) => problem) ? (
    <Badge tone="danger">Needs attention</Badge>
  ) : (
    <Badge tone="accent">{connected.length > 1 ? `${connected.length} connected` : 'Connected'}</Badge>
  )
}

function ConnectedStore({
  connection,
  connections,
}: {
  connection: ConnectionData
  connections: StoreConnections
}) {
  const [isBusy, setIsBusy] = useState(false)
  const run = (work: Promise<void>) => {
    setIsBusy(true)
    void work.finally(() => setIsBusy(false))
  }
  return (
    <div role="group" aria-label={connection.name} className="flex flex-col gap-2 text-sm">
      <p className="wrap-anywhere">
        <strong className="font-medium">{connection.name}</strong>
        <span className="text-ink-soft">
          {' '}
          · {connection.address.replace('https://', '')} · sells in {connection.currency}
        </span>
      </p>
      {connection.problem && <p className="text-danger">{connection.problem}</p>}
      {!connection.problem && connection.warning && (
        <p className="rounded-md bg-mist px-4 py-3">{connection.warning}</p>
      )}
      <div className="-ml-4 flex flex-wrap">
        <Button size="sm" variant="quiet" busy={isBusy} onClick={() => run(connections.check(connection.id))}>
          Check connection
        </Button>
        <Button
          size="sm"
          variant="quiet"
          busy={isBusy}
          onClick={() => run(connections.remove(connection.id))}
        >
          Disconnect
        </Button>
      </div>
    </div>
  )
}

function useSaveConnection(platform: PlatformName, connections: StoreConnections) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send(form: HTMLFormElement): Promise<void> {
    const texts = new FormData(form)
    const missing = findMissingField(platform, texts)
    if (missing) {
      setProblem(`Please fill in: ${missing.label}.`)
      const field = form.elements.namedItem(missing.name)
      if (field instanceof HTMLElement) field.focus()
      return
    }
    setProblem(undefined)
    setIsBusy(true)
    const wrong = await connections.save(toConnectionInput(platform, texts))
    setIsBusy(false)
    setProblem(wrong)
    if (wrong === undefined) form.reset()
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void send(event.currentTarget)
  }

  return { isBusy, problem, submit }
}

/** Returns the first missing field of a connection. A complete set of alternative keys is valid, too. */
function findMissingField(platform: PlatformName, texts: FormData): KeyField | undefined {
  const { fields, others } = PLATFORMS[platform]
  const isEmpty = ({ name }: KeyField) => readText(texts, name) === ''
  const filledFields = others?.fields.filter((field) => !isEmpty(field)) ?? []
  const [shop, ...keys] = fields
  if (shop && isEmpty(shop)) return shop
  return filledFields.length > 0 ? others?.fields.find(isEmpty) : keys.find(isEmpty)
}

function readText(texts: FormData, name: string): string {
  return String(texts.get(name) ?? '').trim()
}

function toConnectionInput(platform: PlatformName, texts: FormData): NewConnectionData {
  const shop = readText(texts, 'shop')
  const clientId = readText(texts, 'clientId')
  if (platform === 'shopify' && clientId !== '')
    return { platform, shop, clientId, clientSecret: readText(texts, 'clientSecret') }
  if (platform === 'shopify') return { platform, shop, accessToken: readText(texts, 'accessToken') }
  return { platform, shop, key: readText(texts, 'key'), secret: readText(texts, 'secret') }
}

type KeyField = Readonly<{ name: string; label: string; type: string; placeholder: string }>

type PlatformCard = Readonly<{
  title: string
  /** The store's address first, then its keys. */
  fields: readonly KeyField[]
  /** Alternative keys. */
  others?: Readonly<{ question: string; fields: readonly KeyField[] }>
  help: Readonly<{ question: string; answer: ReactNode }>
}>

const PLATFORMS: Readonly<Record<PlatformName, PlatformCard>> = {
  shopify: {
    title: 'Shopify',
    fields: [
      { name: 'shop', label: 'Shop Name', type: 'text', placeholder: 'your-store.myshopify.com' },
      { name: 'accessToken', label: 'Access Token', type: 'password', placeholder: 'shpat_…' },
    ],
    others: {
      question: 'My app has a client ID and a client secret',
      fields: [
        { name: 'clientId', label: 'Client ID', type: 'text', placeholder: '' },
        { name: 'clientSecret', label: 'Client Secret', type: 'password', placeholder: 'shpss_…' },
      ],
    },
    help: {
      question: 'How to get an access token',
      answer: (
        <>
          <p>
            An app you created in your Shopify admin (Settings, Apps and sales channels, Develop apps) shows
            its Admin API access token when you install it.
          </p>
          <p>
            Since 2026, you create apps in Shopify’s Dev Dashboard. Install yours in your store, then enter
            its client ID and client secret here.
          </p>
          <p>
            Both need these scopes: read_products, write_products, read_inventory, write_inventory and
            read_locations; to sell, also read_orders and write_merchant_managed_fulfillment_orders. Add
            write_orders to cancel orders in your store from here.
          </p>
        </>
      ),
    },
  },
  woocommerce: {
    title: 'WordPress / WooCommerce',
    fields: [
      { name: 'shop', label: 'Store Address', type: 'url', placeholder: 'https://your-store.com' },
      { name: 'key', label: 'Key', type: 'password', placeholder: 'ck_…' },
      { name: 'secret', label: 'Secret', type: 'password', placeholder: 'cs_…' },
    ],
    help: {
      question: 'How to get a key and a secret',
      answer: (
        <>
          <p>In WordPress, open WooCommerce, Settings, Advanced, REST API, and select Add key.</p>
          <p>
            Choose Read/Write permissions, generate the key, and copy the consumer key and secret. They’re
            shown only once.
          </p>
        </>
      ),
    },
  },
}
