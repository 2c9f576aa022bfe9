import { desc, eq, lte } from 'drizzle-orm'
import { saveRules } from '#features/catalogue/catalog/management/moderation/decide-products.ts'
import { reviews } from '#features/catalogue/reviews/tables.ts'
import { reportReview } from '#features/catalogue/reviews/writing/answer-review.ts'
import { saveOwnStore } from '#features/catalogue/suppliers/manage-store.ts'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import { stateItem } from '#features/catalogue/suppliers/verification/verification.ts'
import { sendContactMessage } from '#features/messaging/contact/send-message.ts'
import { DAY, HOUR, addMs } from '#core/time.ts'
import { STORES } from '../../wiring/shop-jobs.ts'
import type { DemoAccounts } from '../demo-accounts.ts'
import type { SimulationDeps } from './simulation-deps.ts'

type OperatorTasks = Readonly<{ accounts: DemoAccounts; now: Date }>

/**
 * Leaves tasks for the demo's operator: to verify, to review and to answer. The case to decide is one of the complaints.
 */
export async function leaveOperatorTasks(stage: SimulationDeps, tasks: OperatorTasks): Promise<void> {
  await applyForVerification(stage, tasks)
  await setReviewRules(stage, tasks)
  await reportWorstReview(stage, tasks)
  const { now } = tasks
  await sendContactMessage(stage.db, {
    form: {
      name: 'Nadia Rahimi',
      email: 'nadia.rahimi@shoppers.example',
      message:
        'I would like to order forty pairs of earrings for a wedding in March. Can you tell me which of your suppliers would make them, and whether there is a price for that many?',
    },
    deps: { stores: STORES, enqueue: stage.featureDeps.checkoutDeps.enqueue, limitFactor: 1 },
    now: addMs(now, -20 * HOUR),
  })
}

/** Fills the profile of the store that applies, and submits all of its verification but the proof of its products. */
async function applyForVerification({ db }: SimulationDeps, { accounts, now }: OperatorTasks): Promise<void> {
  const { id } = accounts.applicant
  const source = { businessId: id, memberId: id, role: 'owner', now: addMs(now, -2 * DAY) } as const
  // The database's clock has dated it today.
  await db
    .update(suppliers)
    .set({ createdAt: addMs(now, -3 * DAY) })
    .where(eq(suppliers.ownerId, id))
  await saveOwnStore(db, source, {
    country: 'GB',
    city: 'Falmouth',
    description:
      'A workshop of three by the sea. We cast recycled silver and set beach glass and freshwater pearls.',
    yearsOfExperience: 7,
    mainCategories: ['Rings', 'Pendants'],
  })
  for (const [item, statement] of [
    ['company', 'Tidewater Silver Ltd, company number 13904417'],
    ['address', '4 Quay Street, Falmouth TR11 3HH, United Kingdom'],
    ['tax_number', 'GB 391 7720 18'],
    ['identity', 'Elin Marsh'],
  ] as const)
    await stateItem(db, source, { item, statement })
}

/** Sets the words of materials whose trade is restricted. */
async function setReviewRules({ db }: SimulationDeps, { accounts, now }: OperatorTasks): Promise<void> {
  const { id } = accounts.operator
  const source = { businessId: id, memberId: id, role: 'operator', now: addMs(now, -30 * DAY) } as const
  const rules = {
    firstProducts: 0,
    priceJumpPercent: null,
    words: ['coral', 'ivory', 'tortoiseshell'],
    stones: ['coral'],
  }
  await saveRules(db, source, { rules, version: undefined })
}

/** Reports the newest of the reviews with the fewest stars, as someone without an account. */
async function reportWorstReview({ db }: SimulationDeps, { now }: OperatorTasks): Promise<void> {
  const [worst] = await db
    .select({ id: reviews.publicId })
    .from(reviews)
    .where(lte(reviews.createdAt, addMs(now, -DAY)))
    .orderBy(reviews.rating, desc(reviews.createdAt))
    .limit(1)
  if (!worst) return
  await reportReview(db, {
    reviewId: worst.id,
    accountId: null,
    reason: 'untrue',
    note: 'The writer has bought nothing from this shop, I know them.',
    now: addMs(now, -9 * HOUR),
  })
}
