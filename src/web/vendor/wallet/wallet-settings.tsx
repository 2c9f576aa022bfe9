import { useState } from 'react'
import { parseCents } from '#core/money.ts'
import type { WalletSettingsData } from '#features/money/wallets/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { useOrderAction } from '../order/use-order-action.ts'

/** Renders automatic payment from the wallet, and the low-balance warning. */
export function WalletSettings({ settings }: { settings: WalletSettingsData }) {
  const [autoPay, setAutoPay] = useState(settings.autoPay)
  const [lowBalance, setLowBalance] = useState(settings.lowBalance.toFixed(2))
  const action = useOrderAction()
  const cents = parseCents(lowBalance.trim())
  const isDirty = autoPay !== settings.autoPay || lowBalance !== settings.lowBalance.toFixed(2)
  return (
    <Panel title="Settings">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const body = { autoPay, lowBalance: (cents ?? 0) / 100 }
          action.mutate(() => call('POST /vendor/wallet/settings', { body }))
        }}
      >
        <Checkbox
          label="Pay orders from the wallet automatically"
          checked={autoPay}
          onChange={(event) => setAutoPay(event.target.checked)}
        />
        <Field
          label="Warn me by email below"
          hint="In US dollars; 0 never warns."
          inputMode="decimal"
          value={lowBalance}
          error={typeof cents === 'number' ? undefined : 'Enter an amount such as 50.00.'}
          onChange={(event) => setLowBalance(event.target.value)}
        />
        <Action
          type="submit"
          className="self-start"
          busy={action.isPending}
          disabled={!isDirty || typeof cents !== 'number'}
        >
          Save
        </Action>
      </form>
    </Panel>
  )
}
