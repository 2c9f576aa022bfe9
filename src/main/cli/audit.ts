import { auditLedger, type Audited } from '#features/money/ledger/service.ts'
import { loadConfig } from '#platform/config/config.ts'
import { LEDGER_CHECKS } from '../wiring/ledger-checks.ts'
import { saidInWords } from './run-command.ts'
import { withDatabase } from './with-database.ts'

/** So many offenders of each rule are printed. */
const MOST_PRINTED = 100

process.exitCode = await saidInWords(audit)

/** Recomputes the books and says what is wrong with them; 0 when nothing is, 1 when something is. */
function audit(): Promise<number> {
  return withDatabase(loadConfig(process.env), async ({ db }) => {
    const began = performance.now()
    const { postings, entries, audited, isSound } = await auditLedger(db, {
      further: LEDGER_CHECKS,
      most: MOST_PRINTED,
    })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`${entries} entries in ${postings} postings, looked at in ${seconds} s.\n`)
    for (const line of audited.flatMap(linesOf)) console.log(line)
    console.log(isSound ? '\nThe books are sound.' : '\nThe books are NOT sound.')
    return isSound ? 0 : 1
  })
}

function linesOf({ rule, count, inWords }: Audited): string[] {
  if (count === 0) return [`holds   ${rule}`]
  const unsaid = count - inWords.length
  return [
    `BROKEN  ${rule} ${count} ${count === 1 ? 'breaks' : 'break'} it:`,
    ...inWords.map((line) => `          ${line}`),
    ...(unsaid > 0 ? [`          and ${unsaid} more`] : []),
  ]
}
