import type { SubmitEvent } from 'react'
import type { ProfileData } from '#features/identity/accounts/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Field } from '#web/ui/field.tsx'
import { readFormTexts } from '../auth/field-errors.ts'
import { SaveButton } from '../shell/save-button.tsx'
import { useSaveForm } from '#web/shared/loading/use-save-form.ts'
import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'

/** Renders the form of an account's names and, for a vendor, the company. */
export function NameForm(props: { profile: ProfileData; onChange: (profile: ProfileData) => void }) {
  const { profile, onChange } = props
  const { isBusy, faults, save } = useSaveForm()

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = readFormTexts(event.currentTarget)
    const data = {
      firstName: typed['firstName'] ?? '',
      lastName: typed['lastName'] ?? '',
      companyName: typed['companyName'] ?? profile.companyName ?? '',
      companyRegisterNumber: typed['companyRegisterNumber'] ?? profile.companyRegisterNumber ?? '',
    }
    void save(event.currentTarget, async () => {
      const answer = await call('POST /users/updateProfile', { body: { data } })
      toast.success(answer.message)
      onChange(answer.profile)
    })
  }

  return (
    <form noValidate onSubmit={submit} aria-labelledby="profile-names" className="grid gap-5 sm:grid-cols-2">
      <Field
        name="firstName"
        label="First name"
        autoComplete="given-name"
        aria-required
        maxLength={100}
        defaultValue={profile.firstName}
        error={faults['firstName']}
      />
      <Field
        name="lastName"
        label="Last name"
        autoComplete="family-name"
        aria-required
        maxLength={100}
        defaultValue={profile.lastName}
        error={faults['lastName']}
      />
      {profile.type === 'vendor' && <CompanyFields profile={profile} faults={faults} />}
      <SaveButton label="Save" problem={faults['form']} isBusy={isBusy} className="sm:col-span-2" />
    </form>
  )
}

function CompanyFields({ profile, faults }: { profile: ProfileData; faults: FieldErrors }) {
  return (
    <>
      <Field
        name="companyName"
        label="Company name"
        autoComplete="organization"
        maxLength={200}
        defaultValue={profile.companyName ?? ''}
        error={faults['companyName']}
      />
      <Field
        name="companyRegisterNumber"
        label="Company register number"
        autoComplete="off"
        maxLength={100}
        defaultValue={profile.companyRegisterNumber ?? ''}
        error={faults['companyRegisterNumber']}
      />
    </>
  )
}
