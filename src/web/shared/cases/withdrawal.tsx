import { useId, useState, type FormEvent } from 'react'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { useFocusOnMount } from '#web/ui/use-focus-on-mount.ts'
import type { CaseOrder, CaseOrderProps } from './form/case-draft.ts'

type WithdrawalProps = CaseOrderProps & Readonly<{ onOpened: (caseData: CaseData) => void }>

/**
 * Renders the withdrawal from a contract with a supplier, for consumers with that right. The texts of the button
 * and its confirmation are fixed by Directive 2011/83/EU, article 11a.
 */
export function Withdrawal({ purchaseId, supplierOrder, onOpened }: WithdrawalProps) {
  const [isOpen, setIsOpen] = useState(false)
  const until = supplierOrder.withdrawal?.until ?? null
  return (
    <div className="border-t border-line px-5 py-4 md:px-7 print:hidden">
      {isOpen ? (
        <WithdrawalForm
          purchaseId={purchaseId}
          supplierOrder={supplierOrder}
          onOpened={onOpened}
          onLeave={() => setIsOpen(false)}
        />
      ) : (
        <>
          <Button
            size="sm"
            variant="quiet"
            aria-label={`Withdraw from contract here: the items from ${supplierOrder.supplier}`}
            onClick={() => setIsOpen(true)}
          >
            Withdraw from contract here
          </Button>
          <p className="mt-1 text-xs text-ink-soft">
            {until === null ? (
              'Until 14 days after delivery, without a reason.'
            ) : (
              <>
                Without a reason until <LocalDate iso={until} />.
              </>
            )}
          </p>
        </>
      )}
    </div>
  )
}

function WithdrawalForm({
  purchaseId,
  supplierOrder,
  onOpened,
  onLeave,
}: WithdrawalProps & Readonly<{ onLeave: () => void }>) {
  const { picked, pick, isBusy, problem, submit } = useWithdrawal({ purchaseId, supplierOrder, onOpened })
  const heading = useFocusOnMount<HTMLHeadingElement>()
  const id = useId()
  const lines = listWithdrawable(supplierOrder)
  return (
    <form noValidate aria-labelledby={id} onSubmit={submit} className="flex flex-col gap-4">
      <h4 ref={heading} id={id} tabIndex={-1} className="font-sans text-base font-medium">
        Withdraw from the contract
      </h4>
      <p className="text-sm">
        You don’t need a reason and nobody has to agree. Send the items back within 14 days, at your cost
        unless {supplierOrder.supplier} takes it over; you then get their price back, and the delivery’s if
        you return everything. More in the{' '}
        <Link href="/returns" className="text-link">
          Returns and Refunds
        </Link>
        .
      </p>
      {lines.length > 1 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 text-sm font-medium">Which items?</legend>
          {lines.map(({ line, title, withdrawable }) => (
            <Checkbox
              key={line}
              label={`${withdrawable} × ${title}`}
              checked={picked.has(line)}
              onChange={(event) => pick(line, event.target.checked)}
            />
          ))}
        </fieldset>
      )}
      <FormProblem message={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={isBusy} disabled={picked.size === 0}>
          Confirm withdrawal
        </Button>
        <Button size="sm" variant="quiet" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Returns the selected items, and a function that sends the withdrawal. */
function useWithdrawal({ purchaseId, supplierOrder, onOpened }: WithdrawalProps) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(
    () => new Set(listWithdrawable(supplierOrder).map(({ line }) => line)),
  )
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  function pick(line: number, isPicked: boolean): void {
    const others = [...picked].filter((one) => one !== line)
    setPicked(new Set(isPicked ? [...others, line] : others))
  }

  async function send(): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const lines = listWithdrawable(supplierOrder)
        .filter(({ line }) => picked.has(line))
        .map(({ line, withdrawable }) => ({ line, quantity: withdrawable }))
      const answer = await call('POST /orders/{purchase}/supplier-orders/{id}/withdraw', {
        params: { purchase: purchaseId, id: supplierOrder.id },
        body: { lines },
      })
      toast.success(answer.message)
      onOpened(answer.case)
    } catch (error) {
      setProblem(explainError(error, 'We couldn’t send your withdrawal. Please try again in a moment.'))
      setIsBusy(false)
    }
  }

  return {
    picked,
    pick,
    isBusy,
    problem,
    submit: (event: FormEvent) => {
      event.preventDefault()
      void send()
    },
  }
}

/** Returns the lines of a supplier order that can be withdrawn from, by their positions from 1. */
function listWithdrawable({ lines }: CaseOrder) {
  return lines
    .map(({ title, withdrawable }, index) => ({ line: index + 1, title, withdrawable }))
    .filter(({ withdrawable }) => withdrawable > 0)
}
