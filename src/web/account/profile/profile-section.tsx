import type { ProfileData } from '#features/identity/accounts/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { session } from '#web/app/session/session-store.ts'
import { FrameSkeleton } from '../shell/account-frame.tsx'
import { Card } from '../shell/card.tsx'
import { WhenLoaded } from '#web/shared/loading/when-loaded.tsx'
import { useLoaded } from '#web/shared/loading/use-loaded.ts'
import { CloseAccount } from './close-account.tsx'
import { DownloadData } from './download-data.tsx'
import { EmailForm } from './email-form.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SetPassword } from './set-password.tsx'

/** Who one is to the shop: names and company, e-mail address, password, and what becomes of one's data. */
export function ProfileSection() {
  const loading = useLoaded('', async (signal) => (await call('GET /users/profile', {}, { signal })).profile)

  function keep(profile: ProfileData): void {
    const { firstName, lastName, email } = profile
    const company = profile.companyName === null ? {} : { companyName: profile.companyName }
    // The header greets by it, and the checkout is filled in with it.
    session.profileUpdated({ firstName, lastName, email, ...company })
    loading.show(profile)
  }

  return (
    <WhenLoaded loading={loading} skeleton={<FrameSkeleton />}>
      {(profile) => <Profile profile={profile} onChange={keep} />}
    </WhenLoaded>
  )
}

/** The cards of a profile; without a password there is nothing to prove oneself by, so that comes first. */
export function Profile(props: { profile: ProfileData; onChange: (profile: ProfileData) => void }) {
  const { profile, onChange } = props
  return (
    <div className="flex flex-col gap-6">
      <Card id="profile-names" title={profile.type === 'vendor' ? 'You and your company' : 'Your name'}>
        <NameForm profile={profile} onChange={onChange} />
      </Card>
      <Card id="profile-email" title="E-mail address" text={`You sign in with ${profile.email}.`}>
        {profile.hasPassword ? <EmailForm onChange={onChange} /> : <NeedsPassword />}
      </Card>
      <Card id="profile-password" title="Password">
        {profile.hasPassword ? <PasswordForm email={profile.email} /> : <SetPassword email={profile.email} />}
      </Card>
      <Card
        id="profile-data"
        title="Your data"
        text="Everything we keep about you, as a file that programs can read."
      >
        <DownloadData />
      </Card>
      <Card
        id="profile-close"
        title="Close the account"
        text="Your name, addresses and sign-ins are forgotten at once. Orders stay with the suppliers who send them; what you wrote in a case goes once it is over."
      >
        {profile.hasPassword ? <CloseAccount /> : <NeedsPassword />}
      </Card>
    </div>
  )
}

function NeedsPassword() {
  return <p className="text-sm">For this we ask for your password. Please set one first.</p>
}
