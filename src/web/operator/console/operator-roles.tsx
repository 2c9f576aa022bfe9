import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  listPermissions,
  type OperatorRole,
  type Permission,
  type PermissionOf,
} from '#core/access/permissions.ts'
import { call } from '#web/app/calls/api.ts'

/** A permission of operators. */
export type OperatorPermission = PermissionOf<'operator'>

/** The roles of the signed-in operator, undefined until they are known, and their permissions. */
export type OperatorRoles = Readonly<{
  roles: readonly OperatorRole[] | undefined
  can: (permission: Permission) => boolean
}>

/**
 * Returns the roles of the signed-in operator. Until they are known everything is visible, as the server refuses
 * anyway.
 */
export function useOperatorRoles(): OperatorRoles {
  const { data: roles } = useQuery({
    queryKey: ['operator', 'self'],
    queryFn: async ({ signal }) => (await call('GET /operator/self', {}, { signal })).roles,
    staleTime: 60_000,
  })
  return {
    roles,
    can: (permission) =>
      roles === undefined || roles.some((role) => listPermissions('operator', role).includes(permission)),
  }
}

/** Renders its children only for operators whose roles have the permission. */
export function Allowed({ needs, children }: { needs: OperatorPermission; children: ReactNode }) {
  return useOperatorRoles().can(needs) ? children : null
}
