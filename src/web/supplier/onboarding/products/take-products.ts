import type { ConnectedProductData } from '#features/stores/onboarding/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'

/** Makes drafts of products of a connected shop, at most 50, and says by toasts what became of them. */
export async function takeProducts(
  connectionId: string,
  products: readonly Pick<ConnectedProductData, 'externalId'>[],
): Promise<void> {
  const externalIds = products.map(({ externalId }) => externalId)
  const answer = await call('POST /shop/takeConnectedProducts', {
    body: { data: { connectionId, externalIds } },
  })
  if (answer.taken > 0) toast.success(answer.message)
  if (answer.problems.length > 0) toast.error(answer.problems.slice(0, 5).join(' '))
  else if (answer.taken === 0) toast.info(answer.message)
}
