import type { Queryable } from '#database/database.ts'
import {
  findOrCreateSupplier,
  type NamedSupplier,
  type Supplier,
} from '#features/catalogue/suppliers/service.ts'
import { formatChoices, getSelectorName, selectSupplier } from '../select-supplier.ts'
import type { ImportArguments } from './import-arguments.ts'

/** The supplier of a feed, or why it is not certain. */
export type FeedSupplier = Readonly<{ supplier: NamedSupplier | Supplier } | { problem: string }>

/** Finds or creates whose products a feed brings. A sign-up nobody has verified gets none by its name alone: anybody may take a name. */
export async function resolveFeedSupplier(
  db: Queryable,
  { whom, country }: Pick<ImportArguments, 'whom' | 'country'>,
): Promise<FeedSupplier> {
  const selection = await selectSupplier(db, whom)
  if ('problem' in selection) return selection
  const { supplier } = selection
  if (!supplier) return createSupplier(db, getSelectorName(whom), country)
  if ('shortName' in whom || supplier.owner === null || supplier.isVerified) return { supplier }
  const title = `${supplier.name} has signed up and is not verified:`
  return { problem: [title, ...formatChoices([supplier])].join('\n') }
}

async function createSupplier(db: Queryable, name: string, country: string): Promise<FeedSupplier> {
  const supplierResult = await findOrCreateSupplier(db, { name, country })
  if (supplierResult.isNew) return supplierResult
  return { problem: `${name} has just signed up. Run the import again.` }
}
