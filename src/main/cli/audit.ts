import { auditLedger, type CheckResult } from '#features/money/ledger/service.ts'
import { loadConfig } from '#platform/config/config.ts'
import { LEDGER_CHECKS } from '../wiring/ledger-checks.ts'
import { runCommand } from './run-command.ts'
import { withDatabase } from './with-database.ts'

/** The maximum of violations that are printed for each rule. */
const MAX_PRINTED_EXAMPLES = 100

process.exitCode = await runCommand(audit)

/** Recomputes the ledger and prints its errors; returns 0 without errors, else 1. */
function audit(): Promise<number> {
  return withDatabase(loadConfig(process.env), async ({ db }) => {
    const startedAt = performance.now()
    const { postings, entries, audited, isSound } = await auditLedger(db, {
      further: LEDGER_CHECKS,
      most: MAX_PRINTED_EXAMPLES,
    })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`Checked ${entries} entries in ${postings} postings in ${seconds} s.\n`)
    for (const line of audited.flatMap(toLines)) console.log(line)
    console.log(isSound ? '\nThe ledger passes every check.' : '\nThe ledger FAILS at least one check.')
    return isSound ? 0 : 1
  })
}

function toLines({ rule, count, messages }: CheckResult): string[] {
  if (count === 0) return [`holds   ${rule}`]
  const omittedCount = count - messages.length
  return [
    `BROKEN  ${rule} ${count} ${count === 1 ? 'breaks' : 'break'} it:`,
    ...messages.map((line) => `          ${line}`),
    ...(omittedCount > 0 ? [`          and ${omittedCount} more`] : []),
  ]
}
