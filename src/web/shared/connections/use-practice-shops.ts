import { useEffect, useState } from 'react'
import type { PracticeShopData } from '#features/stores/practice/contract.ts'
import { call } from '#web/app/calls/api.ts'
import type { StoreConnections } from './use-connections.ts'

/** The connected practice shops of the user; `shops` is undefined until they are known, or if they can't be. */
export type PracticeShopsState = Readonly<{
  shops: readonly PracticeShopData[] | undefined
  hasFailed: boolean
  /** Shows a shop of another call's response. */
  show(shop: PracticeShopData): void
}>

/** Returns the user's connected practice shops, loaded again when a store is connected or disconnected. */
export function usePracticeShops({ state }: Pick<StoreConnections, 'state'>): PracticeShopsState {
  const addresses = state.kind === 'listed' ? state.connections.map(({ address }) => address).join(' ') : ''
  const [shops, setShops] = useState<readonly PracticeShopData[]>()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    setHasFailed(false)
    if (addresses === '') return setShops(undefined)
    const controller = new AbortController()
    void call('GET /stores/practice-shop', undefined, { signal: controller.signal })
      .then((answer) => setShops(answer.shops.filter(({ isConnected }) => isConnected)))
      .catch(() => setHasFailed(!controller.signal.aborted))
    return () => controller.abort()
  }, [addresses])
  return {
    shops,
    hasFailed,
    show: (shop) => setShops((now = []) => [...now.filter((one) => one.platform !== shop.platform), shop]),
  }
}
