import { parseArgs } from 'node:util'
import { ensureOperator, type OperatorResult } from '#features/identity/accounts/service.ts'
import { loadConfig } from '#platform/config/config.ts'
import { runCommand } from './run-command.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `usage: npm run operator -- --email ADDRESS

  --email ADDRESS  the operator's address; an existing account becomes an operator

The password is read from OPERATOR_PASSWORD. Without it, an existing account keeps its password, and a new operator gets a generated one, shown once.`

process.exitCode = await main(process.argv.slice(2))

/** Makes an operator and says how to sign in; 0 when it was done, 1 when it could not be, 2 when it was called wrongly. */
async function main(args: readonly string[]): Promise<number> {
  const email = readEmail(args)
  if (email === undefined) {
    console.error(USAGE)
    return 2
  }
  return runCommand(async () => {
    const config = loadConfig(process.env)
    const operator = await withDatabase(config, ({ db }) =>
      ensureOperator(db, { email, password: config.operatorPassword, now: new Date() }),
    )
    for (const line of describeOperator(email, operator)) console.log(line)
    return 0
  })
}

function readEmail(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { email: { type: 'string' } } }).values.email
  } catch {
    return undefined
  }
}

function describeOperator(email: string, { isNew, password }: OperatorResult): string[] {
  const outcome = isNew ? `${email} is now an operator.` : `The existing account ${email} is now an operator.`
  return password === undefined
    ? [outcome]
    : [outcome, `Password: ${password}`, 'It is shown only once: sign in and change it.']
}
