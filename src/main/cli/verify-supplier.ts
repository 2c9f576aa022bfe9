import { parseArgs } from 'node:util'
import { setVerified } from '#features/catalogue/suppliers/service.ts'
import { loadConfig } from '#platform/config/config.ts'
import {
  selectSupplier,
  describeSupplier,
  getSelectorName,
  parseSupplierSelector,
  type SupplierSelector,
} from './select-supplier.ts'
import { runCommand } from './run-command.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `usage: npm run verify-supplier -- --supplier NAME [--off]
       npm run verify-supplier -- --short-name SHORT [--off]

  --supplier NAME     the supplier's name; if several suppliers share it, use --short-name
  --short-name SHORT  the supplier's unique short name
  --off               removes the verification; its products are no longer listed`

process.exitCode = await main(process.argv.slice(2))

/** Verifies a supplier and prints the result. Returns 0 on success, 1 on failure, 2 for invalid arguments. */
async function main(args: readonly string[]): Promise<number> {
  const options = readArguments(args)
  if (!options) {
    console.error(USAGE)
    return 2
  }
  return runCommand(() =>
    withDatabase(loadConfig(process.env), async ({ db }) => {
      const selection = await selectSupplier(db, options.whom)
      if ('problem' in selection) {
        console.error(selection.problem)
        return 1
      }
      const { supplier } = selection
      if (!supplier) {
        console.error(`No supplier has the name ${getSelectorName(options.whom)}.`)
        return 1
      }
      await setVerified(db, supplier.id, !options.isOff)
      console.log(
        options.isOff
          ? `${supplier.name} is no longer verified. Its products are not listed.`
          : `${supplier.name} is verified. Its products are listed.`,
      )
      const { shortName } = supplier
      console.log(`Supplier: ${shortName}, ${describeSupplier({ ...supplier, isVerified: !options.isOff })}`)
      return 0
    }),
  )
}

function readArguments(args: readonly string[]): { whom: SupplierSelector; isOff: boolean } | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { supplier: { type: 'string' }, 'short-name': { type: 'string' }, off: { type: 'boolean' } },
    })
    const selector = parseSupplierSelector(values)
    return selector ? { whom: selector, isOff: values.off ?? false } : undefined
  } catch {
    return undefined
  }
}
