import { parseArgs } from 'node:util'
import { setVerified } from '#features/catalogue/suppliers/service.ts'
import { loadConfig } from '#platform/config/config.ts'
import { chooseSupplier, described, nameIn, readSupplierWish, type SupplierWish } from './chosen-supplier.ts'
import { saidInWords } from './run-command.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `usage: npm run verify-supplier -- --supplier NAME [--off]
       npm run verify-supplier -- --short-name SHORT [--off]

  --supplier NAME     whose products are listed from now on; a name that several have is refused
  --short-name SHORT  one of several suppliers of the same name
  --off               takes it back: its products are not listed any more`

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
      const choice = await chooseSupplier(db, wish.whom)
      if ('problem' in choice) {
        console.error(choice.problem)
        return 1
      }
      const { supplier } = choice
      if (!supplier) {
        console.error(`There is no supplier ${nameIn(wish.whom)}.`)
        return 1
      }
      await setVerified(db, supplier.id, !wish.isOff)
      console.log(
        wish.isOff
          ? `${supplier.name} is not verified any more: its products are not listed.`
          : `${supplier.name} is verified: its products are listed.`,
      )
      const { shortName } = supplier
      console.log(`Supplier: ${shortName}, ${described({ ...supplier, isVerified: !wish.isOff })}`)
      return 0
    }),
  )
}

function readArguments(args: readonly string[]): { whom: SupplierWish; isOff: boolean } | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { supplier: { type: 'string' }, 'short-name': { type: 'string' }, off: { type: 'boolean' } },
    })
    const whom = readSupplierWish(values)
    return whom ? { whom, isOff: values.off ?? false } : undefined
  } catch {
    return undefined
  }
}
