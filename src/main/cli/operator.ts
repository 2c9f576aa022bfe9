import { parseArgs } from 'node:util'
import {
  ensureOperator,
  type OperatorResult,
  resetOperatorSecondFactor,
} from '#features/identity/accounts/service.ts'
import { type Config, loadConfig } from '#platform/config/config.ts'
import { runCommand } from './run-command.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `usage: npm run operator -- --email ADDRESS [--reset-second-factor]

  --email ADDRESS        the operator's address; an existing account becomes an operator
  --reset-second-factor  removes the operator's authenticator app and recovery codes, and ends all sessions

The password is read from OPERATOR_PASSWORD. Without it, an existing account keeps its password, and a new operator gets a generated one, shown once.`

process.exitCode = await main(process.argv.slice(2))

/** Creates an operator and prints how to sign in. Returns 0 on success, 1 on failure, 2 for invalid arguments. */
async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (options === undefined) {
    console.error(USAGE)
    return 2
  }
  const { email, isReset } = options
  return runCommand(async () => {
    const config = loadConfig(process.env)
    const operator = await withDatabase(config, ({ db }) =>
      ensureOperator(db, { email, password: config.operatorPassword, now: new Date() }),
    )
    for (const line of describeOperator(email, operator)) console.log(line)
    if (isReset) console.log(await resetFactor(config, email))
    return 0
  })
}

type Options = Readonly<{ email: string; isReset: boolean }>

function readOptions(args: readonly string[]): Options | undefined {
  try {
    const options = { email: { type: 'string' }, 'reset-second-factor': { type: 'boolean' } } as const
    const { values } = parseArgs({ args: [...args], options })
    const { email, 'reset-second-factor': isReset = false } = values
    return email === undefined ? undefined : { email, isReset }
  } catch {
    return undefined
  }
}

async function resetFactor(config: Config, email: string): Promise<string> {
  const isReset = await withDatabase(config, ({ db }) =>
    resetOperatorSecondFactor(db, { email, now: new Date() }),
  )
  return isReset
    ? 'The second factor is removed. The operator sets up a new one after signing in.'
    : 'This operator has no second factor.'
}

function describeOperator(email: string, { isNew, password }: OperatorResult): string[] {
  const outcome = isNew ? `${email} is now an operator.` : `The existing account ${email} is now an operator.`
  return password === undefined
    ? [outcome]
    : [outcome, `Password: ${password}`, 'It is shown only once: sign in and change it.']
}
