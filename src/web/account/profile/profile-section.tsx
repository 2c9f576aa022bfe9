import type { ProfileData } from '#features/identity/accounts/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { saveText } from '#web/app/calls/open-file.ts'
import { session } from '#web/app/session/session-store.ts'
import { toast } from '#web/app/toast.ts'
import { useQuery, QueryView } from '#web/shared/loading/query-view.tsx'
import { useSaveForm } from '#web/shared/loading/use-save-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FrameSkeleton } from '../shell/account-frame.tsx'
import { Card } from '../shell/card.tsx'
import { SaveButton } from '../shell/save-button.tsx'
import { CloseAccount } from './close-account.tsx'
import { EmailForm } from './email-form.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { type SubmitEvent, useState } from 'react'

/** Renders the profile: names and company, email address, password, and data. */
export function ProfileSection() {
  const query = useQuery('', async (signal) => (await call('GET /users/profile', {}, { signal })).profile)

  function saveProfile(profile: ProfileData): void {
    const { firstName, lastName, email } = profile
    const company = profile.companyName === null ? {} : { companyName: profile.companyName }
    // The header's greeting and the checkout use it.
    session.profileUpdated({ firstName, lastName, email, ...company })
    query.show(profile)
  }

  return (
    <QueryView loading={query} skeleton={<FrameSkeleton />}>
      {(profile) => <ProfileCards profile={profile} onChange={saveProfile} />}
    </QueryView>
  )
}

/** Renders the cards of a profile. Without a password, setting one comes first, as other changes need it. */
export function ProfileCards(props: { profile: ProfileData; onChange: (profile: ProfileData) => void }) {
  const { profile, onChange } = props
  return (
    <div className="flex flex-col gap-6">
      <Card id="profile-names" title={profile.type === 'vendor' ? 'You and your company' : 'Your name'}>
        <NameForm profile={profile} onChange={onChange} />
      </Card>
      <Card id="profile-email" title="Email address" text={`You sign in with ${profile.email}.`}>
        {profile.hasPassword ? <EmailForm onChange={onChange} /> : <PasswordRequired />}
      </Card>
      <Card id="profile-password" title="Password">
        {profile.hasPassword ? <PasswordForm email={profile.email} /> : <SetPassword email={profile.email} />}
      </Card>
      <Card id="profile-data" title="Your data" text="Everything we store about you, as a JSON file.">
        <DownloadData />
      </Card>
      <Card
        id="profile-close"
        title="Close the account"
        text="Your name, addresses and sign-ins are deleted right away. Suppliers keep your orders; your messages in a case are deleted when it closes."
      >
        {profile.hasPassword ? <CloseAccount /> : <PasswordRequired />}
      </Card>
    </div>
  )
}

function PasswordRequired() {
  return <p className="text-sm">This needs your password. Set one first.</p>
}

/** Renders the download of all stored data of the user. */
function DownloadData() {
  const [isBusy, setIsBusy] = useState(false)

  async function download(): Promise<void> {
    setIsBusy(true)
    try {
      const { success: _success, message: _message, ...data } = await call('GET /users/exportData')
      saveText(`cabochon-data-${data.exportedAt.slice(0, 10)}.json`, JSON.stringify(data, null, 2))
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t prepare your data. Please try again in a moment.'))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button variant="outline" busy={isBusy} onClick={() => void download()}>
      Download my data
    </Button>
  )
}

/** Renders the request of a link for setting a password, for accounts that never had one. */
function SetPassword({ email }: { email: string }) {
  const { isBusy, faults, save } = useSaveForm()
  const [isSent, setIsSent] = useState(false)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    void save(event.currentTarget, async () => {
      await call('POST /users/forgotPassword', { body: { data: { email } } })
      setIsSent(true)
    })
  }

  return (
    <form onSubmit={submit} aria-labelledby="profile-password" className="flex flex-col gap-5">
      <p role="status" className="max-w-prose text-sm text-ink-soft">
        {isSent
          ? `We’ve sent a link to ${email}. It expires in 60 minutes. Sign out before you open it, then sign in with your new password.`
          : 'You don’t have a password yet. We can email you a link to set one.'}
      </p>
      {!isSent && (
        <SaveButton label="Email me the link" variant="outline" problem={faults['form']} isBusy={isBusy} />
      )}
    </form>
  )
}
