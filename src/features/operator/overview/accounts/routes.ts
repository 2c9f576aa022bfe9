import { notFound } from '#core/errors.ts'
import { toDecimal } from '#core/money.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { deviceName } from '#features/identity/accounts/service.ts'
import { readKey, toCursor } from '#platform/http/calls/cursor.ts'
import {
  type AccountRecord,
  type AccountRow,
  countPurchases,
  findAccountRecord,
  listAccountRows,
  listSignIns,
  type SignInRow,
} from './account-queries.ts'
import * as contract from './contract.ts'

const PAGE_SIZE = 50

/** The operators' routes that read accounts. */
export const accountReadRoutes: readonly Route[] = [
  route(contract.listAccounts, async ({ query: { search, filter, cursor } }, { db }) => {
    const page = { search, filter, before: readKey(cursor), limit: PAGE_SIZE + 1 }
    const found = await listAccountRows(db, page)
    const accounts = found.slice(0, PAGE_SIZE)
    const last = accounts.at(-1)
    return ok('Accounts', {
      accounts: accounts.map(toListedAccount),
      nextCursor: last && found.length > PAGE_SIZE ? toCursor([last.key]) : null,
    })
  }),

  route(contract.readAccount, async ({ params: { id } }, { db, now }) => {
    const found = await findAccountRecord(db, id)
    if (!found) throw notFound('account_not_found', 'This account does not exist.')
    const signIns = await listSignIns(db, { accountId: found.key, now, limit: 50 })
    const { companyName, hasPassword, providers, operatorRoles, businesses, wallet } = found
    const { purchases, openPurchases } = await countPurchases(db, found.key)
    const { products, openSales, connectedStores } = found
    return ok('Account', {
      account: {
        ...toListedAccount(found),
        companyName,
        suspension: toSuspension(found),
        hasPassword,
        providers,
        operatorRoles,
        businesses,
        secondFactorSince: found.secondFactorSince?.toISOString() ?? null,
        signIns: signIns.map((one) => toSignIn(one, now)),
        consequences: {
          purchases,
          openPurchases,
          products,
          openSales,
          connectedStores,
          wallet: wallet.map(({ currency, amount }) => ({ currency, amount: toDecimal(amount, currency) })),
        },
      },
    })
  }),
]

function toListedAccount(row: AccountRow) {
  const { id, firstName, lastName, email, type, emailVerifiedAt, secondFactorSince, createdAt, closedAt } =
    row
  return {
    id,
    name: `${firstName} ${lastName}`.trim(),
    email: closedAt ? '' : email,
    type,
    isVerified: emailVerifiedAt !== null,
    hasSecondFactor: secondFactorSince !== null,
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }
}

function toSignIn(row: SignInRow, now: Date) {
  const { id, userAgent, address, createdAt, lastSeenAt } = row
  return {
    id,
    device: deviceName(userAgent),
    address,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    state: toState(row, now),
  }
}

function toState({ endedAt, endsAt, isRenewable, isSecondFactorDue }: SignInRow, now: Date) {
  if (endedAt) return 'ended' as const
  if (isSecondFactorDue) return 'unfinished' as const
  return endsAt <= now || !isRenewable ? ('expired' as const) : ('open' as const)
}

function toSuspension({ suspensionReason: reason, suspendedAt }: AccountRecord) {
  return reason === null || suspendedAt === null ? null : { reason, since: suspendedAt.toISOString() }
}
