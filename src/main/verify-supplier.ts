import { parseArgs } from 'node:util'
import { listSuppliersByName, setVerified } from '#features/suppliers/service.ts'
import { loadConfig } from '#platform/config.ts'
import { saidInWords } from './said-in-words.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `usage: npm run verify-supplier -- --supplier NAME [--off]

  --supplier NAME  whose products are listed from now on: the store's name, or its id where several have that name
  --off            takes it back: its products are no longer listed`

process.exitCode = await main(process.argv.slice(2))

/** Verifies a supplier and says so; 0 when it was done, 1 when it could not be, 2 when it was called wrongly. */
async function main(args: readonly string[]): Promise<number> {
  const wish = readArguments(args)
  if (!wish) {
    console.error(USAGE)
    return 2
  }
  return saidInWords(() =>
    withDatabase(loadConfig(process.env), async ({ db }) => {
      const [supplier, ...others] = await listSuppliersByName(db, wish.supplier)
      if (!supplier) {
        console.error(`There is no supplier ${wish.supplier}.`)
        return 1
      }
      if (others.length > 0) {
        console.error(`${others.length + 1} suppliers have that name. Name one by its id:`)
        for (const { publicId, name, contactEmail } of [supplier, ...others])
          console.error(`  ${publicId}  ${name}  ${contactEmail ?? ''}`)
        return 1
      }
      await setVerified(db, supplier.id, !wish.isOff)
      console.log(
        wish.isOff
          ? `${supplier.name} is not verified any more: its pieces are not listed.`
          : `${supplier.name} is verified: its pieces are listed.`,
      )
      return 0
    }),
  )
}

function readArguments(args: readonly string[]): { supplier: string; isOff: boolean } | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { supplier: { type: 'string' }, off: { type: 'boolean' } },
    })
    const supplier = values.supplier?.trim()
    return supplier ? { supplier, isOff: values.off ?? false } : undefined
  } catch {
    return undefined
  }
}
