import { ok, route, type RequestContext, type Route } from '#platform/http/calls/route.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { OPERATOR_ROLES, type OperatorRole, type Role } from '#core/access/permissions.ts'
import type { AccountDeps } from '#features/identity/accounts/service.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import * as contract from './contract.ts'
import {
  changeOperatorRoles,
  closeAccountForUser,
  endAccountSessions,
  inviteOperator,
  listOperatorRows,
  resetSecondFactor,
} from './service.ts'

/** Returns the routes of operators and their roles, and of operators' actions on accounts. */
export function operatorAccountRoutes(deps: AccountDeps): Route[] {
  return [...operatorRoutes(deps), ...accountChangeRoutes(deps)]
}

function operatorRoutes(deps: AccountDeps): Route[] {
  return [
    route(contract.readOwnRoles, async (_input, { actor }) =>
      ok('Your roles', { roles: actor.roles.filter(isOperatorRole) }),
    ),

    route(contract.listOperators, async (_input, { db }) => {
      const operators = await listOperatorRows(db)
      return ok('Operators', {
        operators: operators.map(({ accountId: _key, firstName, lastName, ...one }) => ({
          ...one,
          name: `${firstName} ${lastName}`.trim(),
          secondFactorSince: one.secondFactorSince?.toISOString() ?? null,
          lastSeenAt: one.lastSeenAt?.toISOString() ?? null,
          createdAt: one.createdAt.toISOString(),
        })),
      })
    }),

    route(contract.inviteOperator, async ({ body }, context) => {
      const id = await inviteOperator(context.db, { source: toAuditSource(context), deps }, body)
      return ok('The invitation is sent.', { id })
    }),

    route(contract.changeOperatorRoles, async ({ params: { id }, body: { roles } }, context) => {
      await changeOperatorRoles(context.db, { source: toAuditSource(context), deps }, { id, roles })
      return ok('The roles are saved.', {})
    }),
  ]
}

function accountChangeRoutes(deps: AccountDeps): Route[] {
  type Input = Readonly<{ params: { id: string }; body: { reason: string } }>
  const toChange = (
    { params: { id }, body: { reason } }: Input,
    context: Pick<RequestContext, 'client' | 'now'> & Readonly<{ actor: Actor }>,
  ) => ({ source: toAuditSource(context), actor: context.actor, deps, id, reason })
  return [
    route(contract.endAccountSessions, async (input, context) => {
      const ended = await endAccountSessions(context.db, toChange(input, context))
      return ok(ended === 1 ? '1 session is ended.' : `${ended} sessions are ended.`, { ended })
    }),

    route(contract.resetAccountSecondFactor, async (input, context) => {
      await resetSecondFactor(context.db, toChange(input, context))
      return ok('Two-factor sign-in is off, and the account is signed out.', {})
    }),

    route(contract.closeAccountForUser, async (input, context) => {
      await closeAccountForUser(context.db, toChange(input, context))
      return ok('The account is closed.', {})
    }),
  ]
}

function isOperatorRole(role: Role): role is OperatorRole {
  return OPERATOR_ROLES.some((one) => one === role)
}
