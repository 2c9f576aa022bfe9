import { useEffect, useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { readUser } from '#web/app/session/session.ts'
import { toast } from '#web/app/toast.ts'
import { Button, buttonClass, ButtonLink } from '#web/ui/button.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { SIGN_IN_TO_SAVE, type StoreConnections } from './use-connections.ts'

type Links = Readonly<{ address: string; adminUrl: string }>

/** Connects a practice shop with one click, and leads to it: a shop that the marketplace runs itself, to try everything out. */
export function PracticeShopCard({ connections }: { connections: StoreConnections }) {
  const isHydrated = useIsHydrated()
  const address = connections.of('woocommerce')?.address
  const [shop, setShop] = usePracticeShop(address)
  const [isBusy, setIsBusy] = useState(false)
  const isConnected = shop !== null && shop.address === address

  async function connect(): Promise<void> {
    setIsBusy(true)
    const links = await connectPracticeShop(connections)
    if (links) setShop(links)
    setIsBusy(false)
  }

  return (
    <section
      aria-label="Practice shop"
      className="mt-6 flex flex-col gap-4 rounded-md border border-line bg-sheet p-5 md:p-7 lg:mt-8"
    >
      <h3 className="text-lg">{isConnected ? 'Your practice shop' : 'No store yet? Use a practice shop'}</h3>
      <p className="max-w-prose text-sm text-ink-soft">
        We run it for you. Products that you sync to it can be ordered there, so you can try everything
        without an account elsewhere. Nothing in it is real.
      </p>
      {isConnected ? (
        <div className="flex flex-wrap gap-3">
          <a href={shop.address} className={buttonClass({ size: 'sm', look: 'outline' })}>
            Open the practice shop
          </a>
          <a href={shop.adminUrl} className={buttonClass({ size: 'sm', look: 'outline' })}>
            Run the practice shop
          </a>
          {readUser()?.type === 'vendor' && (
            <ButtonLink href="/dashboard/vendor/orders" size="sm" look="outline">
              See your orders
            </ButtonLink>
          )}
        </div>
      ) : (
        <div>
          <Button look="outline" busy={isBusy} disabled={!isHydrated} onClick={() => void connect()}>
            Use a practice shop
          </Button>
        </div>
      )}
    </section>
  )
}

/** The practice shop of who is signed in, once something is connected; null until then. */
function usePracticeShop(address: string | undefined): [Links | null, (shop: Links | null) => void] {
  const [shop, setShop] = useState<Links | null>(null)
  useEffect(() => {
    if (address === undefined) return
    const controller = new AbortController()
    void call('GET /stores/practice-shop', undefined, { signal: controller.signal })
      .then((answer) => setShop(answer.shop))
      // The card still connects one.
      .catch(() => undefined)
    return () => controller.abort()
  }, [address])
  return [shop, setShop]
}

async function connectPracticeShop(connections: StoreConnections): Promise<Links | undefined> {
  if (!readUser()) {
    toast.error(SIGN_IN_TO_SAVE)
    return undefined
  }
  try {
    const { connection, shop, message } = await call('POST /stores/practice-shop')
    connections.show(connection)
    toast.success(message)
    return shop
  } catch (error) {
    toast.error(explainError(error, 'We couldn’t open a practice shop. Please try again in a moment.'))
    return undefined
  }
}
