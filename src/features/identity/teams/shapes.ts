import { z } from '@hono/zod-openapi'
import { type BusinessType, MEMBER_ROLES, PERMISSIONS } from '#core/access/permissions.ts'

const names = <Name extends string>(...lists: readonly (readonly Name[])[]) => [...new Set(lists.flat())]

/** The roles that members can be given, of suppliers' and vendors' businesses. */
export const MemberRoleShape = z.enum(names(MEMBER_ROLES.manufacturer, MEMBER_ROLES.vendor))

/** A role in a business. */
export const RoleShape = z.enum([
  ...names(['owner' as const], MEMBER_ROLES.manufacturer, MEMBER_ROLES.vendor),
])

/** A permission in a business. */
export const PermissionShape = z.enum(names(PERMISSIONS.manufacturer, PERMISSIONS.vendor))

/** The account types of businesses with a team. */
export const BusinessTypeShape = z.enum(['manufacturer', 'vendor'] satisfies BusinessType[])

/** A business that an account may act for, by sending `id` in the header `x-business`. */
export const Business = z
  .object({
    id: z.string(),
    type: BusinessTypeShape,
    /** The store's name, a vendor's company or their own name. */
    name: z.string(),
    logo: z.string().nullable(),
    /** Whether this account created it. */
    isOwn: z.boolean(),
    roles: z.array(RoleShape),
    permissions: z.array(PermissionShape),
  })
  .openapi('Business')

/** A member of a team. */
export const Member = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    roles: z.array(RoleShape),
    joinedAt: z.string(),
    isYou: z.boolean(),
  })
  .openapi('TeamMember')

/** An invitation that was neither accepted nor revoked. */
export const Invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    roles: z.array(MemberRoleShape),
    sentAt: z.string(),
    expiresAt: z.string(),
    isExpired: z.boolean(),
  })
  .openapi('TeamInvitation')

export type BusinessData = z.input<typeof Business>
export type MemberData = z.input<typeof Member>
export type InvitationData = z.input<typeof Invitation>
