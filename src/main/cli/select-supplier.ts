import type { Queryable } from '#database/database.ts'
import {
  findSupplierByShortName,
  listSuppliersByName,
  type NamedSupplier,
} from '#features/catalogue/suppliers/service.ts'

/** The supplier of a command: by its name, or by its unique short name. */
export type SupplierSelector = Readonly<{ name: string } | { shortName: string }>

/** The result of a selection: the supplier, undefined when no name matches, or lines with the reason. */
export type SupplierSelection = Readonly<{ supplier: NamedSupplier | undefined } | { problem: string }>

/** Parses `--supplier` or `--short-name`; undefined unless exactly one is given. */
export function parseSupplierSelector({
  supplier = '',
  'short-name': shortName = '',
}: Readonly<{ supplier?: string | undefined; 'short-name'?: string | undefined }>):
  | SupplierSelector
  | undefined {
  const [name, short] = [supplier.trim(), shortName.trim()]
  if (Boolean(name) === Boolean(short)) return undefined
  return name ? { name } : { shortName: short }
}

/** Returns the typed name or short name. */
export function getSelectorName(selector: SupplierSelector): string {
  return 'name' in selector ? selector.name : selector.shortName
}

/** Finds the supplier of a command. Of several with the same name it selects none, as anyone can register any name. */
export async function selectSupplier(db: Queryable, selector: SupplierSelector): Promise<SupplierSelection> {
  if ('shortName' in selector) {
    const supplier = await findSupplierByShortName(db, selector.shortName)
    return supplier ? { supplier } : { problem: `No supplier has the short name ${selector.shortName}.` }
  }
  const matches = await listSuppliersByName(db, selector.name)
  if (matches.length < 2) return { supplier: matches[0] }
  const title = `${matches.length} suppliers are named “${selector.name}”:`
  return { problem: [title, ...formatChoices(matches)].join('\n') }
}

/** Returns the lines that distinguish suppliers, and how to select one. */
export function formatChoices(suppliers: readonly NamedSupplier[]): string[] {
  const width = Math.max(...suppliers.map(({ shortName }) => shortName.length))
  const [first] = suppliers
  return [
    ...suppliers.map((each) => `  ${each.shortName.padEnd(width)}  ${describeSupplier(each)}`),
    `Select one by its short name, such as --short-name ${first?.shortName ?? 'SHORT'}.`,
  ]
}

/** Describes a supplier by its account, its date of creation, and its verification. */
export function describeSupplier({ owner, createdAt, isVerified }: NamedSupplier): string {
  const createdOn = createdAt.toISOString().slice(0, 10)
  return `${owner ?? 'no account'}, since ${createdOn}, ${isVerified ? 'verified' : 'not verified'}`
}
