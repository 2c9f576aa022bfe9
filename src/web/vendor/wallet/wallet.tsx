import { Plus } from 'lucide'
import { type ReactNode, useState } from 'react'
import type { WalletData } from '#features/money/wallets/contract.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatMoney } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { useWallet } from '../order/pay-dialog.tsx'
import { TopUpDialog, type WalletName, WithdrawDialog } from './money-dialogs.tsx'
import { WalletEntries } from './wallet-entries.tsx'
import { WalletSettings } from './wallet-settings.tsx'

/** Renders the vendor's wallet: balance, entries, and the payment of orders. */
export function Wallet() {
  const query = useWallet()
  return <Loaded query={query}>{(wallet) => <WalletColumns wallet={wallet} />}</Loaded>
}

function WalletColumns({ wallet }: { wallet: WalletData }) {
  const [dialog, setDialog] = useState<WalletName | 'withdraw'>()
  const close = () => setDialog(undefined)
  const { currency, balance, withdrawable, practiceBalance } = wallet
  return (
    <>
      <PageHead title="Wallet" about="Pays your orders at wholesale price." isBar>
        {withdrawable > 0 && <Action onClick={() => setDialog('withdraw')}>Withdraw</Action>}
        <Action variant="primary" icon={Plus} onClick={() => setDialog('real')}>
          Add money
        </Action>
      </PageHead>
      <WalletNotices wallet={wallet} />
      <dl className="mb-4 grid gap-3 sm:grid-cols-2 md:gap-4">
        <Balance label="Balance" amount={formatMoney(balance, currency)}>
          {withdrawable > 0
            ? `${formatMoney(withdrawable, currency)} can be withdrawn`
            : 'Nothing to withdraw. You can withdraw only money you added.'}
        </Balance>
        <Balance label="Practice money" amount={formatMoney(practiceBalance, 'XTS')}>
          <span className="flex flex-wrap items-center justify-between gap-2">
            For practice orders only.
            <Action isSmall onClick={() => setDialog('practice')}>
              Add practice money
            </Action>
          </span>
        </Balance>
      </dl>
      <div className="grid gap-4 max-md:pb-20 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <WalletEntries balance={balance} practiceBalance={practiceBalance} />
        <WalletSettings settings={wallet.settings} />
      </div>
      {(dialog === 'real' || dialog === 'practice') && (
        <TopUpDialog wallet={wallet} name={dialog} onClose={close} />
      )}
      {dialog === 'withdraw' && <WithdrawDialog wallet={wallet} onClose={close} />}
    </>
  )
}

function Balance(props: { label: string; amount: string; children: ReactNode }) {
  return (
    <div className="console-panel flex flex-col px-4 py-3">
      <dt className="text-sm text-ink-soft">{props.label}</dt>
      <dd className="text-xl font-semibold tabular-nums">{props.amount}</dd>
      <dd className="text-xs text-ink-soft">{props.children}</dd>
    </div>
  )
}

function WalletNotices({ wallet: { owed, isLow, currency, settings } }: { wallet: WalletData }) {
  if (owed > 0)
    return (
      <p className="mb-4 rounded-md bg-danger-mist px-4 py-3 text-sm text-danger">
        Your bank reversed a payment. You owe {formatMoney(owed, currency)}. The next money you add pays this
        first.
      </p>
    )
  if (!isLow) return null
  return (
    <p className="mb-4 rounded-md bg-(--amber-mist) px-4 py-3 text-sm">
      Your wallet is below {formatMoney(settings.lowBalance, currency)}. Add money so that orders don’t wait.
    </p>
  )
}
