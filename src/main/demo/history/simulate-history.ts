import { sql } from 'drizzle-orm'
import { asDatabase, inTransaction } from '#database/database.ts'
import { foldCounters, foldSales } from '#features/catalogue/catalog/service.ts'
import { withdrawEmails } from '#features/messaging/notifications/service.ts'
import { saveBankAccount } from '#features/money/payouts/accounts/accounts.ts'
import { foldStoreCounters, setOwner } from '#features/catalogue/suppliers/service.ts'
import { saveRoles } from '#features/identity/teams/service.ts'
import { DAY, addMs } from '#core/time.ts'
import { seededRandom } from '../../../../demo/compose/seeded-random.ts'
import type { AppSetup } from '../../wiring/setup.ts'
import type { DemoFiles } from '../catalogue/demo-files.ts'
import { type DemoAccounts, createDemoAccounts } from '../demo-accounts.ts'
import { DEMO_LOGINS } from '../demo-logins.ts'
import { leaveOperatorTasks } from './leave-operator-tasks.ts'
import { runMaintenance } from './maintain.ts'
import { verifyStore } from './verify-stores.ts'
import type { DemoCatalogue } from '../catalogue/load-catalogue.ts'
import { createBuyer, planHistory } from './plan-history.ts'
import { createItemSource, type SellableProduct } from '../catalogue/plan-products.ts'
import { planWorkday } from './plan-workday.ts'
import { simulateConversation } from './simulate-conversation.ts'
import { simulatePurchase } from './simulate-purchase.ts'
import { simulateVendor } from './simulate-vendor.ts'
import {
  type SimulationStage,
  createSimulationDeps,
  type SimulationDeps,
  type DemoSupplier,
} from './simulation-deps.ts'

/** The history to simulate, up to `now`; the catalogue loads while the first accounts are created. */
export type HistoryInput = Readonly<{
  files: DemoFiles
  loadCatalogue: () => Promise<DemoCatalogue>
  now: Date
}>

/** The beginning of the history in days before now, before the first purchase. */
const START_DAYS_AGO = 190

/**
 * Simulates the last half year of the demo marketplace with the shop's own services. Each step happens at its time in
 * the past: sign-ups, purchases, parcels, reviews, conversations, complaints and payouts. All of it is one
 * transaction, so an interrupted load leaves nothing. Returns the number of steps.
 */
export async function simulateHistory(
  setup: AppSetup,
  { files, loadCatalogue, now }: HistoryInput,
): Promise<number> {
  return inTransaction(setup.db, async (tx) => {
    // The first accounts wait for the catalogue. Without JIT compilation statements run as fast and are planned
    // faster; named ones use generic plans, which suit tables of this size.
    await tx.execute(
      sql`select set_config('idle_in_transaction_session_timeout', '0', true), set_config('jit', 'off', true),
        set_config('plan_cache_mode', 'force_generic_plan', true)`,
    )
    const stage = await createSimulationDeps(setup, asDatabase(tx))
    const [{ suppliers, onSale }, accounts] = await Promise.all([
      loadCatalogue(),
      createDemoAccounts(stage, { suppliers: files.suppliers, now }),
    ])
    const complaints = files.history.complaints
    const stagedSuppliers = await assignSuppliers(stage, { suppliers, accounts, files, now })
    const { operator } = accounts
    const fullStage: SimulationStage = { ...stage, suppliers: stagedSuppliers, operator, complaints }
    const stepCount = await simulateAll(fullStage, { files, onSale, accounts, now })
    await leaveOperatorTasks(stage, { accounts, now })
    await withdrawEmails(tx, stage.mailIds)
    await refreshRankings(stage)
    return stepCount
  })
}

/** Refreshes the rankings; otherwise lists would show sales only a minute after the shop has opened. */
async function refreshRankings({ db }: SimulationDeps): Promise<void> {
  await foldSales(db)
  await foldCounters(db)
  await foldStoreCounters(db)
}

type SimulationInput = Readonly<{
  files: DemoFiles
  onSale: readonly SellableProduct[]
  accounts: DemoAccounts
  now: Date
}>

async function simulateAll(
  stage: SimulationStage,
  { files, onSale, accounts, now }: SimulationInput,
): Promise<number> {
  const { timeline } = stage
  const itemSource = createItemSource(onSale)
  const plan = { files, onSale, now }
  for (const planned of [...planHistory(plan, itemSource), ...planWorkday(itemSource, plan)]) {
    const buyer = planned.isVisitors ? accounts.shopper : undefined
    await timeline.add(simulatePurchase(stage, { planned, buyer }))
  }
  for (const planned of planConversations(stage, { files, onSale, accounts, now }))
    await timeline.add(simulateConversation(stage, planned))
  await timeline.add(simulateVendor(stage, { vendor: accounts.vendor, files, now }))
  await timeline.add(runMaintenance(stage, { from: addMs(now, -START_DAYS_AGO * DAY), to: now }))
  return timeline.play(now)
}

/** Assigns owners to the suppliers, sets their bank accounts, and has them verified. */
async function assignSuppliers(
  stage: SimulationDeps,
  {
    suppliers,
    accounts,
    files,
    now,
  }: Pick<SimulationInput, 'accounts' | 'files' | 'now'> & Pick<DemoCatalogue, 'suppliers'>,
): Promise<Map<number, DemoSupplier>> {
  const stagedSuppliers = new Map<number, DemoSupplier>()
  for (const { id, slug, publicId, country } of suppliers) {
    const owner = accounts.owners.get(slug)
    if (!owner) throw new Error(`nobody owns ${slug}`)
    await setOwner(stage.db, id, owner.id)
    stagedSuppliers.set(id, { id, publicId, slug, owner })
    const accountNumber = String(Math.floor(1e9 + seededRandom(`${slug} account`) * 9e9))
    const holder = `${owner.firstName} ${owner.lastName}`
    const details = { holder, country, accountNumber, bic: `DEMO${country}22` }
    const savedAt = addMs(now, -START_DAYS_AGO * DAY)
    const payoutAccountInput = {
      deps: stage.featureDeps.payouts,
      by: owner,
      source: { businessId: owner.id, memberId: owner.id, role: 'owner', now: savedAt } as const,
      now: savedAt,
      prove: () => Promise.resolve(isProven),
    }
    await saveBankAccount(stage.db, details, payoutAccountInput)
    const profile = files.suppliers.find((supplier) => supplier.slug === slug)
    if (!profile) throw new Error(`there is no profile of ${slug}`)
    const { operator } = accounts
    await verifyStore(stage, { profile, store: { publicId, owner }, operator, at: savedAt })
  }
  await joinTeam(stage, accounts, now)
  return stagedSuppliers
}

/** Adds the members of the demo's team to its supplier. */
async function joinTeam({ db }: SimulationDeps, { owners, team }: DemoAccounts, now: Date): Promise<void> {
  const owner = [...owners.values()].find(({ email }) => email === DEMO_LOGINS.supplier)
  if (!owner) throw new Error('the supplier of the demo has no owner')
  const joinedAt = addMs(now, -START_DAYS_AGO * DAY)
  await inTransaction(db, async (tx) => {
    for (const { role, account } of team)
      await saveRoles(tx, { businessId: owner.id, accountId: account.id, roles: [role], now: joinedAt })
  })
}

const isProven = () => Promise.resolve()

/**
 * Plans the conversations. Each of the demo's texts is used twice, in different stores; the demo's shopper and vendor
 * are among the senders.
 */
function planConversations(stage: SimulationStage, { files, onSale, accounts, now }: SimulationInput) {
  const suppliers = [...stage.suppliers.values()]
  return Array.from({ length: 2 * files.history.conversations.length }, (_, index) => {
    const key = `demo-chat-${index + 1}`
    const supplier = suppliers[index % suppliers.length]
    const supplierProducts = onSale.filter(({ slug }) => slug === supplier?.slug)
    const product = supplierProducts[Math.floor(seededRandom(`${key} item`) * supplierProducts.length)]
    const texts = files.history.conversations[index % files.history.conversations.length]
    if (!supplier || !product || !texts) throw new Error('a conversation is about nothing')
    const [shopper] = [{ 0: accounts.shopper, 7: accounts.shopper, 3: accounts.vendor }[index]]
    const savedAt = addMs(now, -(3 + index * 5 + seededRandom(key) * 3) * DAY)
    return {
      key,
      at: savedAt,
      supplier,
      productId: product.productId,
      shopper: shopper ?? createBuyer('', files, key),
      texts,
    }
  })
}
