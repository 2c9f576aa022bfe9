import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { OPERATOR_ROLES } from '#core/access/permissions.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const READ_LIMIT = { calls: 120, windowMs: MINUTE, counted: 'in_memory' } as const
const WRITE_LIMIT = { calls: 120, windowMs: HOUR, scope: 'account' } as const

const AccountParams = z.object({ id: z.string().max(100) })
const Line = (max: number) => z.string().overwrite(toSingleLine).min(1).max(max)

/** The reason, for the audit log. */
const Reason = z.string().trim().min(3).max(500)

/** The roles of an operator: `owner` alone, or any of the others. */
const OperatorRoles = z
  .array(z.enum(OPERATOR_ROLES))
  .min(1, 'Choose at least one role.')
  .max(3)
  .refine((roles) => !roles.includes('owner') || roles.length === 1, 'An owner has every permission already.')

const OperatorShape = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    roles: z.array(z.enum(OPERATOR_ROLES)),
    /** Null until two-factor sign-in is on. */
    secondFactorSince: z.string().nullable(),
    /** Null before the first sign-in. */
    lastSeenAt: z.string().nullable(),
    createdAt: z.string(),
  })
  .openapi('Operator')

export const readOwnRoles = endpoint({
  method: 'GET',
  path: '/operator/self',
  summary: 'Returns your roles as an operator, by which the console shows its pages',
  access: { operator: 'overview:read' },
  answer: Envelope.extend({ roles: z.array(z.enum(OPERATOR_ROLES)) }),
  limit: READ_LIMIT,
})

export const listOperators = endpoint({
  method: 'GET',
  path: '/operator/operators',
  summary: 'Lists the operators with their roles and when they were last seen',
  access: { operator: 'operators:read' },
  answer: Envelope.extend({ operators: z.array(OperatorShape) }),
  limit: READ_LIMIT,
})

export const inviteOperator = endpoint({
  method: 'POST',
  path: '/operator/operators',
  summary:
    'Creates an operator in these roles, who gets an email that leads to setting a password; needs your password first',
  access: { operator: 'operators:write' },
  confirmed: true,
  body: z.object({ email: Line(254), firstName: Line(100), lastName: Line(100), roles: OperatorRoles }),
  answer: Envelope.extend({ id: z.string() }),
  refusals: ['form_faulty', 'email_taken'],
  limit: { calls: 30, windowMs: HOUR, scope: 'account' },
})

export const changeOperatorRoles = endpoint({
  method: 'POST',
  path: '/operator/operators/{id}/roles',
  summary:
    'Changes the roles of an operator immediately; the last owner stays an owner; needs your password first',
  access: { operator: 'operators:write' },
  confirmed: true,
  params: AccountParams,
  body: z.object({ roles: OperatorRoles }),
  answer: Envelope,
  refusals: ['account_not_found', 'not_an_operator', 'last_owner'],
  limit: WRITE_LIMIT,
})

export const endAccountSessions = endpoint({
  method: 'POST',
  path: '/operator/accounts/{id}/end-sessions',
  summary: 'Signs an account out everywhere; of an operator only by owners',
  access: { operator: 'accounts:write' },
  params: AccountParams,
  body: z.object({ reason: Reason }),
  answer: Envelope.extend({ ended: z.number() }),
  refusals: ['account_not_found', 'permission_missing'],
  limit: WRITE_LIMIT,
})

export const resetAccountSecondFactor = endpoint({
  method: 'POST',
  path: '/operator/accounts/{id}/reset-second-factor',
  summary:
    'Turns off two-factor sign-in of an account whose user lost their phone and recovery codes, signs it out and notifies them by email; needs your password first',
  access: { operator: 'accounts:write' },
  confirmed: true,
  params: AccountParams,
  body: z.object({ reason: Reason }),
  answer: Envelope,
  refusals: ['account_not_found', 'permission_missing', 'own_account', 'not_on'],
  limit: WRITE_LIMIT,
})

export const closeAccountForUser = endpoint({
  method: 'POST',
  path: '/operator/accounts/{id}/close',
  summary:
    'Closes an account as its user can: deletes the personal data, frees the address, ends all sessions; orders stay; needs your password first',
  access: { operator: 'accounts:write' },
  confirmed: true,
  params: AccountParams,
  body: z.object({ reason: Reason }),
  answer: Envelope,
  refusals: ['account_not_found', 'permission_missing', 'own_account', 'last_owner', 'owns_business'],
  limit: WRITE_LIMIT,
})
