import { DAY, addMs } from '#core/time.ts'
import { decideItem, stateItem } from '#features/catalogue/suppliers/verification/verification.ts'
import type { StatedItem } from '#features/catalogue/suppliers/verification/shapes.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { seededRandom } from '../../../../demo/compose/seeded-random.ts'
import type { DemoSupplierData } from '../catalogue/demo-files.ts'
import type { DemoSupplier, SimulationDeps } from './simulation-deps.ts'

/** The days until an operator reviews a store's verification. */
const REVIEW_DAYS = 2

type VerifiedStore = Readonly<{
  profile: DemoSupplierData
  store: Pick<DemoSupplier, 'publicId' | 'owner'>
  operator: Actor
  at: Date
}>

/** Submits a store's verification as its owner and approves it as an operator two days later. */
export async function verifyStore(
  { db }: SimulationDeps,
  { profile, store, operator, at }: VerifiedStore,
): Promise<void> {
  const { publicId, owner } = store
  const byOwner = { businessId: owner.id, memberId: owner.id, role: 'owner', now: at } as const
  const reviewedAt = addMs(at, REVIEW_DAYS * DAY)
  const byOperator = {
    businessId: operator.id,
    memberId: operator.id,
    role: 'operator',
    now: reviewedAt,
  } as const
  for (const [item, statement] of Object.entries(listStatements(profile))) {
    // The keys are those of the record.
    const stated = item as StatedItem
    await stateItem(db, byOwner, { item: stated, statement })
    const decision = { decision: 'approved', version: 1, reason: null } as const
    await decideItem(db, byOperator, { supplier: publicId, item: stated, ...decision })
  }
}

function listStatements({ slug, name, country, city, owner }: DemoSupplierData): Record<StatedItem, string> {
  const draw = (what: string, from: number) =>
    String(Math.floor(from + seededRandom(`${slug} ${what}`) * from * 8))
  return {
    company: `${name}, register number ${draw('register', 1_000_000)}`,
    address: `${draw('house', 10)} Workshop Lane, ${city}, ${country}`,
    tax_number: `${country}${draw('tax', 10_000_000)}`,
    identity: `${owner.firstName} ${owner.lastName}`,
    product_proof: `Made in our own workshop in ${city}; hallmarked by the assay office of the country.`,
  }
}
