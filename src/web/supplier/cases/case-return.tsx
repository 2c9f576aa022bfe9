import { useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide'
import { useState } from 'react'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { showFile } from '#web/console/data/file-actions.ts'
import { formatCountry, formatMoney } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { formatRate } from '../fulfilment/label/rates-panel.tsx'
import { WarehouseAddressDialog } from '../fulfilment/warehouses/warehouse-address-dialog.tsx'
import { listAddressLines, useWarehouses } from '../fulfilment/warehouses/use-warehouses.ts'
import { useCaseAnswer } from './use-case-answer.ts'

type Return = NonNullable<CaseData['return']>
type Rate = NonNullable<AnswerTo<'POST /cases/{id}/return-label-rate'>['rate']>

/** Renders how the items of a case are returned: address, cost, label or parcel. */
export function CaseReturn({ found, agreed }: { found: CaseData; agreed: Return }) {
  const { address, paidBy, label, labelProblem, canGetLabel } = agreed
  const isAwaited = found.state === 'awaiting_return'
  return (
    <Panel title="Return" hint={paidBy === 'supplier' ? 'You pay for it' : 'The buyer pays for it'}>
      <div className="flex flex-col gap-3 text-sm">
        {address ? (
          <address className="not-italic wrap-anywhere">
            {[...listAddressLines(address), formatCountry(address.country)].join(', ')}
          </address>
        ) : (
          isAwaited && <MissingAddress found={found} />
        )}
        {found.returnTracking !== null && (
          <p className="wrap-anywhere">
            <span className="text-ink-soft">Parcel: </span>
            {found.returnTracking}
          </p>
        )}
        {label && <ReturnLabel found={found} label={label} />}
        {labelProblem !== null && isAwaited && (
          <p className="text-xs wrap-anywhere text-danger">
            No label was bought: {labelProblem} The buyer has the address.
          </p>
        )}
        {canGetLabel && <BuyLabel found={found} />}
      </div>
    </Panel>
  )
}

function MissingAddress({ found }: { found: CaseData }) {
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
  const warehouse = useWarehouses().data?.warehouses.find(({ name }) => name === found.return?.warehouse)
  return (
    <>
      <p className="rounded-md bg-(--amber-mist) px-3 py-2">
        The buyer doesn’t know where to send the items. Enter your returns address; we email it to them.
      </p>
      {warehouse && (
        <div>
          <Action isSmall variant="primary" onClick={() => setIsOpen(true)}>
            Enter returns address
          </Action>
        </div>
      )}
      {isOpen && warehouse && (
        <WarehouseAddressDialog
          purpose="returns"
          warehouse={warehouse}
          onClose={() => {
            setIsOpen(false)
            void queries.invalidateQueries({ queryKey: ['supplier', 'case', found.id] })
          }}
        />
      )}
    </>
  )
}

function ReturnLabel({ found, label }: { found: CaseData; label: NonNullable<Return['label']> }) {
  const { isReady, carrier, service, trackingNumber, cost, currency, chargedTo } = label
  const path = `/cases/${encodeURIComponent(found.id)}/return-label`
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold">
          {service === null ? 'Return label' : formatRate({ carrier, service })}
        </p>
        <Status tone={isReady ? 'good' : 'do'}>{isReady ? 'Sent to the buyer' : 'Being bought …'}</Status>
      </div>
      <p className="text-xs wrap-anywhere text-ink-soft">
        {[
          trackingNumber,
          cost !== null &&
            `${formatMoney(cost, currency ?? 'USD')}, ${
              chargedTo === 'buyer' ? 'deducted from the refund if used' : 'charged to your earnings'
            }`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {isReady && (
        <div>
          <Action
            isSmall
            icon={Printer}
            onClick={() =>
              void showFile({
                path,
                name: 'return-label.pdf',
                failure: 'We couldn’t open the label. Please try again in a moment.',
              })
            }
          >
            Open label
          </Action>
        </div>
      )}
    </div>
  )
}

/** Renders the purchase of a return label for the buyer, at the supplier's cost; its price is shown first. */
function BuyLabel({ found }: { found: CaseData }) {
  const [rate, setRate] = useState<Rate>()
  const [isBusy, setIsBusy] = useState(false)
  const show = useCaseAnswer()
  const params = { id: found.id }

  async function quote(): Promise<void> {
    setIsBusy(true)
    try {
      const answer = await call('POST /cases/{id}/return-label-rate', { params, body: {} })
      if (answer.rate) setRate(answer.rate)
      else toast.error(answer.problem ?? 'No carrier accepts this parcel.')
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t get a price. Please try again in a moment.'))
    }
    setIsBusy(false)
  }

  return (
    <div>
      <Action isSmall busy={isBusy} onClick={() => void quote()}>
        Buy a return label …
      </Action>
      {rate && (
        <FormDialog
          isOpen
          onClose={() => setRate(undefined)}
          title="Buy a return label?"
          text={`${formatRate(rate)} costs ${formatMoney(rate.amount, rate.currency)}, charged to your earnings. The buyer gets the label by email. If it isn’t used, we request a refund from the carrier.`}
          submitLabel={`Buy for ${formatMoney(rate.amount, rate.currency)}`}
          onSubmit={async () => {
            const { service, currency, minorAmount: amount } = rate
            const body = { rate: { service, currency, amount } }
            show(await call('POST /cases/{id}/return-label', { params, body }))
          }}
          explain={(error) => explainError(error, 'We couldn’t buy the label. Please try again in a moment.')}
        />
      )}
    </div>
  )
}
