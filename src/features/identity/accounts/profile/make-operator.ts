import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { invalid } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { hashPassword, passwordFault } from '../sessions/passwords.ts'
import {
  findPersonByEmail,
  insertPerson,
  lockPerson,
  type Person,
  replaceUnverified,
  updatePerson,
} from '../people-queries.ts'
import { emailFault, plainEmail } from '../rules.ts'
import { endSessions } from '../sessions/session-queries.ts'
import { newToken } from '../sessions/tokens.ts'

/** Who is to be an operator; without a password a known person keeps theirs, and a new one is given one. */
export type OperatorWanted = Readonly<{ email: string; password: string | undefined; now: Date }>

/** What became of it; `password` is one that was made up, to be told once. */
export type OperatorMade = Readonly<{ isNew: boolean; password: string | undefined }>

/**
 * Makes an operator, or one of a person with an account: whoever can run this may. The address counts as verified. Of a sign-up that was
 * never verified nothing stays, as nobody knows who chose its password. Throws `form_faulty`.
 */
export async function makeOperator(
  db: Database,
  { email, password, now }: OperatorWanted,
): Promise<OperatorMade> {
  const fault =
    emailFault(email)?.text ??
    (password === undefined ? undefined : passwordFault(password, plainEmail(email)))
  if (fault) throw invalid('form_faulty', fault)
  const address = plainEmail(email)
  const known = await findPersonByEmail(db, address)
  const isNew = !known?.emailVerifiedAt
  const madeUp = password === undefined && (isNew || known.passwordHash === null) ? newToken() : undefined
  const chosen = password ?? madeUp
  const passwordHash = chosen === undefined ? undefined : await hashPassword(chosen)
  await inTransaction(db, async (tx) => {
    if (isNew) await insertOperator(tx, { address, passwordHash, now })
    else await promote(tx, known, { passwordHash, now })
  })
  return { isNew, password: madeUp }
}

type Given = Readonly<{ passwordHash: string | undefined; now: Date }>

async function insertOperator(
  tx: Transaction,
  { address, passwordHash, now }: Given & { address: string },
): Promise<void> {
  const operator = {
    publicId: newId('person', now.getTime()),
    email: address,
    emailVerifiedAt: now,
    passwordHash: passwordHash ?? null,
    type: 'operator' as const,
    firstName: 'Operator',
    lastName: '',
    companyName: null,
    companyRegisterNumber: null,
    createdAt: now,
  }
  const id = (await insertPerson(tx, operator)) ?? (await replaceUnverified(tx, operator))
  if (id === undefined) throw new Error('somebody else took this address just now: please try again')
}

async function promote(tx: Transaction, { id }: Person, { passwordHash, now }: Given): Promise<void> {
  await lockPerson(tx, id)
  await updatePerson(tx, id, { type: 'operator', ...(passwordHash === undefined ? {} : { passwordHash }) })
  // Sessions opened before would keep the longer end that others have.
  await endSessions(tx, { personId: id }, now)
}
