import { sql } from 'drizzle-orm'
import { databaseWithin, inTransaction } from '#database/database.ts'
import { foldCounters, foldSales } from '#features/catalogue/catalog/service.ts'
import { withdrawMails } from '#features/messaging/notifications/service.ts'
import { saveBankAccount } from '#features/money/payouts/accounts/accounts.ts'
import { foldStoreFigures, setOwner } from '#features/catalogue/suppliers/service.ts'
import { DAY, later } from '#core/time.ts'
import { chance } from '../../../../demo/compose/chance.ts'
import type { AppSetup } from '../../wiring/setup.ts'
import type { DemoFiles } from '../catalogue/demo-files.ts'
import { type DemoPeople, openDemoPeople } from '../demo-people.ts'
import { keepHouse } from './maintain.ts'
import type { LoadedCatalogue } from '../catalogue/load-catalogue.ts'
import { inventBuyer, planHistory } from './plan-history.ts'
import type { PieceOnSale } from '../catalogue/plan-products.ts'
import { playConversation } from './play-conversations.ts'
import { playPurchase } from './play-purchase.ts'
import { type SetStage, setStage, type Stage, type StagedSupplier } from './stage.ts'

/** What is to be played, up to `now`: the catalogue is loaded while the first accounts are opened. */
export type History = Readonly<{ files: DemoFiles; loadCatalogue: () => Promise<LoadedCatalogue>; now: Date }>

/** How far back it begins: before the first purchase. */
const BEGINS_DAYS_AGO = 190

/**
 * Plays the last half year of the demo marketplace by the shop's own services, each step at its moment in the past: sign-ups,
 * purchases, parcels, reviews, conversations, complaints and payouts. All of it is one transaction: a load that is killed leaves
 * nothing of it. Gives the number of steps.
 */
export async function playHistory(setup: AppSetup, { files, loadCatalogue, now }: History): Promise<number> {
  return inTransaction(setup.db, async (tx) => {
    // The first accounts wait for the catalogue. Without the compiler statements are as fast, and many are planned; those with a
    // name are planned once, as tables of this size have one good plan.
    await tx.execute(
      sql`select set_config('idle_in_transaction_session_timeout', '0', true), set_config('jit', 'off', true),
        set_config('plan_cache_mode', 'force_generic_plan', true)`,
    )
    const stage = await setStage(setup, databaseWithin(tx))
    const [{ suppliers, onSale }, people] = await Promise.all([
      loadCatalogue(),
      openDemoPeople(stage, { suppliers: files.suppliers, now }),
    ])
    const complaints = files.history.complaints
    const staged = await stageSuppliers(stage, { suppliers, people, now })
    const { operator } = people
    const whole: SetStage = { ...stage, suppliers: staged, operator, complaints }
    const steps = await playAll(whole, { files, onSale, people, now })
    await withdrawMails(tx, stage.mailIds)
    await foldFigures(stage)
    return steps
  })
}

/** Else lists would show what was sold a minute after the shop has opened. */
async function foldFigures({ db }: Stage): Promise<void> {
  await foldSales(db)
  await foldCounters(db)
  await foldStoreFigures(db)
}

type Playing = Readonly<{
  files: DemoFiles
  onSale: readonly PieceOnSale[]
  people: DemoPeople
  now: Date
}>

async function playAll(stage: SetStage, { files, onSale, people, now }: Playing): Promise<number> {
  const { timeline } = stage
  for (const planned of planHistory({ files, onSale, now })) {
    const buyer = planned.isVisitors ? people.shopper : undefined
    await timeline.add(playPurchase(stage, { planned, buyer }))
  }
  for (const planned of conversationsOf(stage, { files, onSale, people, now }))
    await timeline.add(playConversation(stage, planned))
  await timeline.add(keepHouse(stage, { from: later(now, -BEGINS_DAYS_AGO * DAY), to: now }))
  return timeline.play(now)
}

/** Gives the suppliers to their owners, and has them say where their money goes. */
async function stageSuppliers(
  stage: Stage,
  { suppliers, people, now }: Pick<Playing, 'people' | 'now'> & Pick<LoadedCatalogue, 'suppliers'>,
): Promise<Map<number, StagedSupplier>> {
  const staged = new Map<number, StagedSupplier>()
  for (const { id, slug, publicId, country } of suppliers) {
    const owner = people.owners.get(slug)
    if (!owner) throw new Error(`nobody owns ${slug}`)
    await setOwner(stage.db, id, owner.id)
    staged.set(id, { id, publicId, slug, owner })
    const accountNumber = String(Math.floor(1e9 + chance(`${slug} account`) * 9e9))
    const holder = `${owner.firstName} ${owner.lastName}`
    const details = { holder, country, accountNumber, bic: `DEMO${country}22` }
    const at = later(now, -BEGINS_DAYS_AGO * DAY)
    const saving = { desk: stage.desks.payouts, by: owner, now: at, prove: () => Promise.resolve(isProven) }
    await saveBankAccount(stage.db, details, saving)
  }
  return staged
}

const isProven = () => Promise.resolve()

/** Each text of the demo's conversations is said twice, in other stores; the demo's shopper and vendor are among those who ask. */
function conversationsOf(stage: SetStage, { files, onSale, people, now }: Playing) {
  const suppliers = [...stage.suppliers.values()]
  return Array.from({ length: 2 * files.history.conversations.length }, (_, index) => {
    const key = `demo-chat-${index + 1}`
    const supplier = suppliers[index % suppliers.length]
    const own = onSale.filter(({ slug }) => slug === supplier?.slug)
    const piece = own[Math.floor(chance(`${key} piece`) * own.length)]
    const texts = files.history.conversations[index % files.history.conversations.length]
    if (!supplier || !piece || !texts) throw new Error('a conversation is about nothing')
    const [shopper] = [{ 0: people.shopper, 7: people.shopper, 3: people.vendor }[index]]
    const at = later(now, -(3 + index * 5 + chance(key) * 3) * DAY)
    return {
      key,
      at,
      supplier,
      productId: piece.productId,
      shopper: shopper ?? inventBuyer('', files, key),
      texts,
    }
  })
}
