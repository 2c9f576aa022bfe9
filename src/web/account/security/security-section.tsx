import { useState } from 'react'
import type { SecondFactorStateData } from '#features/identity/accounts/second-factor/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { QueryView, useQuery } from '#web/shared/loading/query-view.tsx'
import { RecoveryCodes } from '#web/shared/second-factor/recovery-codes.tsx'
import { SetUpSecondFactor } from '#web/shared/second-factor/set-up-second-factor.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FrameSkeleton } from '../shell/account-frame.tsx'
import { Card } from '../shell/card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { ProveByCode } from './prove-by-code.tsx'

/** Renders the protection of an account beside its password. */
export function SecuritySection() {
  return (
    <div className="flex flex-col gap-6">
      <SecondFactor />
      <PasskeysCard />
    </div>
  )
}

function SecondFactor() {
  const query = useQuery(
    '',
    async (signal) => (await call('GET /users/secondFactor', {}, { signal })).secondFactor,
  )
  return (
    <QueryView loading={query} skeleton={<FrameSkeleton />}>
      {(state) => (
        <Card
          id="second-factor"
          title="Two-factor sign-in"
          aside={<Badge tone={state.isEnabled ? 'accent' : 'plain'}>{state.isEnabled ? 'On' : 'Off'}</Badge>}
          text="You sign in with your password and a code from an app on your phone, so a stolen password isn’t enough."
        >
          {state.isEnabled ? (
            <EnabledFactor state={state} onChange={query.again} />
          ) : (
            <SetUpSecondFactor hasPassword={state.hasPassword} onDone={query.again} />
          )}
        </Card>
      )}
    </QueryView>
  )
}

type Change = 'renew' | 'disable'

function EnabledFactor({ state, onChange }: { state: SecondFactorStateData; onChange: () => void }) {
  const [change, setChange] = useState<Change>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onChange} />

  async function renew(code: string): Promise<void> {
    const answer = await call('POST /users/secondFactor/recoveryCodes', { body: { data: { code } } })
    setCodes(answer.recoveryCodes)
  }

  async function disable(code: string): Promise<void> {
    const answer = await call('POST /users/secondFactor/disable', { body: { data: { code } } })
    toast.success(answer.message)
    onChange()
  }

  const { enabledAt, recoveryCodesLeft, isRequired, hasPassword } = state
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-ink-soft">
        On since {enabledAt && <LocalDate iso={enabledAt} />}. {describeCodes(recoveryCodesLeft)}
        {isRequired && ' Operators can’t turn it off.'}
      </p>
      {change === undefined ? (
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" onClick={() => setChange('renew')}>
            Create new recovery codes
          </Button>
          {!isRequired && (
            <Button variant="quiet" onClick={() => setChange('disable')}>
              Turn off
            </Button>
          )}
        </div>
      ) : (
        <ProveByCode
          hasPassword={hasPassword}
          label={change === 'renew' ? 'Create new recovery codes' : 'Turn off two-factor sign-in'}
          onCancel={() => setChange(undefined)}
          onCode={change === 'renew' ? renew : disable}
        />
      )}
    </div>
  )
}

function describeCodes(left: number): string {
  if (left === 0) return 'You have no recovery codes left: create new ones now.'
  return left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`
}
