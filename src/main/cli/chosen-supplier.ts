import type { Queryable } from '#database/database.ts'
import {
  findByShortName,
  listSuppliersNamed,
  type NamedSupplier,
} from '#features/catalogue/suppliers/service.ts'

/** The supplier a command is about: by its name, or by the short name that it alone has. */
export type SupplierWish = Readonly<{ name: string } | { shortName: string }>

/** What a wish comes to: the supplier, undefined when nobody has the name, or why none can be chosen, in lines for a terminal. */
export type SupplierChoice = Readonly<{ supplier: NamedSupplier | undefined } | { problem: string }>

/** Reads whom `--supplier` or `--short-name` means; undefined unless it is one of them. */
export function readSupplierWish({
  supplier = '',
  'short-name': shortName = '',
}: Readonly<{ supplier?: string | undefined; 'short-name'?: string | undefined }>): SupplierWish | undefined {
  const [name, short] = [supplier.trim(), shortName.trim()]
  if (Boolean(name) === Boolean(short)) return undefined
  return name ? { name } : { shortName: short }
}

/** The name or short name as it was typed. */
export function nameIn(whom: SupplierWish): string {
  return 'name' in whom ? whom.name : whom.shortName
}

/** Finds the supplier a command is about. Of several of one name it chooses none: anybody may sign up with any name. */
export async function chooseSupplier(db: Queryable, wish: SupplierWish): Promise<SupplierChoice> {
  if ('shortName' in wish) {
    const supplier = await findByShortName(db, wish.shortName)
    return supplier ? { supplier } : { problem: `No supplier has the short name ${wish.shortName}.` }
  }
  const named = await listSuppliersNamed(db, wish.name)
  if (named.length < 2) return { supplier: named[0] }
  const title = `${named.length} suppliers are called “${wish.name}”:`
  return { problem: [title, ...choices(named)].join('\n') }
}

/** The lines that tell suppliers apart, and how to choose one. */
export function choices(suppliers: readonly NamedSupplier[]): string[] {
  const width = Math.max(...suppliers.map(({ shortName }) => shortName.length))
  const [first] = suppliers
  return [
    ...suppliers.map((each) => `  ${each.shortName.padEnd(width)}  ${described(each)}`),
    `Choose one by its short name, such as --short-name ${first?.shortName ?? 'SHORT'}.`,
  ]
}

/** Who is behind a supplier: the account, since when, and whether it is verified. */
export function described({ owner, createdAt, isVerified }: NamedSupplier): string {
  const since = createdAt.toISOString().slice(0, 10)
  return `${owner ?? 'no account'}, since ${since}, ${isVerified ? 'verified' : 'not verified'}`
}
