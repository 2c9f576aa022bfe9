import type { MemberRole } from '#core/access/permissions.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { useBusiness } from '../frame/business.tsx'
import { listMemberRoles } from './role-texts.ts'

/** Renders the roles of a member to select: one or several, each with its permissions. */
export function RolePicker(props: {
  roles: readonly MemberRole[]
  onChange: (roles: readonly MemberRole[]) => void
}) {
  const { roles, onChange } = props
  const { type } = useBusiness().business
  const toggle = (role: MemberRole, isChosen: boolean) =>
    onChange(isChosen ? [...roles, role] : roles.filter((one) => one !== role))
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm">Role</legend>
      <div className="flex flex-col gap-2">
        {listMemberRoles(type).map(({ role, title, about }) => (
          <Checkbox
            key={role}
            label={
              <>
                <span className="block font-semibold">{title}</span>
                <span className="block text-xs text-ink-soft">{about}</span>
              </>
            }
            checked={roles.includes(role)}
            onChange={(event) => toggle(role, event.target.checked)}
            className="cursor-pointer rounded-md border border-line-strong px-3 py-2.5 hover:border-ink has-checked:border-accent has-checked:bg-accent-mist has-focus-visible:outline-2 has-focus-visible:outline-accent"
          />
        ))}
      </div>
    </fieldset>
  )
}
