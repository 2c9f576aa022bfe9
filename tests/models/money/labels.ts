import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { requestLabel } from '#features/sales/orders/labels/buy-label.ts'
import { finishLabel } from '#features/sales/orders/labels/finish-label.ts'
import { checkLabelRefunds } from '#features/sales/orders/labels/refunds/label-refunds.ts'
import type { BoughtLabel, Carriers } from '#features/sales/orders/port.ts'
import { AppError, unavailable } from '#core/errors.ts'
import { createLog } from '#platform/log.ts'
import type { CreatedOrder } from '../../steps/supplier-orders.ts'

/** The scenario of a label: its cost in cents, whether its file exists, and whether its carrier refunds it. */
export type LabelScenario = Readonly<{ amount: number; isFileThere: boolean; isRemoved: boolean }>

/** Requests a label for all unshipped units. Where its file cannot be had, it stays bought and unused. */
export async function buyLabel(created: CreatedOrder, key: string, scenario: LabelScenario): Promise<void> {
  const { shop, id, owner } = created
  const acting = {
    id,
    scope: { ownerId: owner.id },
    cause: { actor: 'supplier', accountId: owner.id },
    deps: { enqueue: async () => undefined },
    now: shop.now(),
  } as const
  const labelRequest = {
    units: undefined,
    service: undefined,
    quote: undefined,
    batch: undefined,
    measures: undefined,
    sender: undefined,
    hubCountry: 'SG',
    customs: undefined,
    idempotencyKey: key,
  }
  const refusal = await requestLabel(shop.db, acting, labelRequest).catch((error: unknown) => error)
  if (refusal instanceof AppError) return
  if (refusal instanceof Error) throw refusal
  await finishLabels(created, scenario)
}

/** Completes all labels that are not final. */
export async function finishLabels({ shop }: CreatedOrder, scenario: LabelScenario): Promise<void> {
  const open = await queryRows<{ id: string }>(
    shop.db,
    sql`select public_id as id from parcel_labels where state in ('asked', 'bought', 'unused') order by id`,
  )
  const deps = { enqueue: shop.app.jobs.enqueue }
  const finishing = { carriers: createFakeCarriers(scenario), files: shop.files, deps, now: shop.now() }
  for (const { id } of open)
    await finishLabel(shop.db, id, finishing).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
}

/** Completes the refunds of returned labels: they are paid, or refused after all. */
export async function endLabelRefunds({ shop }: CreatedOrder, scenario: LabelScenario): Promise<void> {
  const deps = { enqueue: shop.app.jobs.enqueue }
  const log = createLog('silent')
  await checkLabelRefunds(shop.db, {
    carriers: createFakeCarriers(scenario),
    deps,
    now: shop.now(),
    log,
  })
}

function createFakeCarriers({ amount, isFileThere, isRemoved }: LabelScenario): Carriers {
  const never = () => {
    throw new Error('nobody asks for that')
  }
  const bought = (shipmentRef: string): BoughtLabel => ({
    provider: 'easypost',
    carrier: 'other',
    service: 'Played',
    currency: 'USD',
    amount,
    trackingNumber: shipmentRef
      .replaceAll(/[^0-9a-z]/gi, '')
      .slice(-20)
      .toUpperCase(),
    fileUrl: 'https://labels.example/one.pdf',
  })
  return {
    hubCountry: 'SG',
    quoteLabel: never,
    openShipment: async ({ reference }) => `shp_${reference}`,
    buyLabel: async (shipmentRef) => bought(shipmentRef),
    boughtLabel: async (shipmentRef) => bought(shipmentRef),
    fetchLabel: async () => {
      if (!isFileThere) throw unavailable('carriers_unreachable', 'The file is not there yet.')
      return new TextEncoder().encode('%PDF-1.4')
    },
    giveBackLabel: async () => (isRemoved ? 'awaited' : 'turned_down'),
    refundOf: async () => (isRemoved ? 'refunded' : 'turned_down'),
    canTrack: () => true,
    track: never,
    parseWebhookEvent: never,
  }
}
