import { Suspense, useState } from 'react'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { DAY } from '#core/time.ts'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import { ButtonLink, Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { QueryView, useQuery } from '#web/shared/loading/query-view.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { useFocusOnMount } from '#web/ui/use-focus-on-mount.ts'
import type { CaseOrder, CaseOrderProps } from './form/case-draft.ts'
import { CaseForm } from './form/case-form.tsx'
import { CaseView } from './case-view.tsx'

/** Loaded only for consumers with a right of withdrawal, which depends on the country. */
const Withdrawal = lazyComponent(async () => (await import('./withdrawal.tsx')).Withdrawal)

/** The frame of each part of a shopper's supplier order. */
const FRAME = 'border-t border-line px-5 py-5 md:px-7'

type CasesProps = CaseOrderProps &
  Readonly<{
    onChanged: () => void
    /** The heading above all, where there is none for them on the page yet. */
    heading?: string
    /** The classes of each part. */
    frame?: string
  }>

/** Renders the cases of a supplier order, with a link to open one where allowed. */
export function SupplierOrderCases(props: CasesProps) {
  const { purchaseId, supplierOrder, onChanged, heading, frame = FRAME } = props
  const [opened, setOpened] = useState<Readonly<{ id: string; after: number }>>()
  const count = supplierOrder.timeline.filter(({ event }) => event === 'open_case').length
  const hasCases = count > 0 || supplierOrder.state === 'in_case' || opened !== undefined
  const canOpen = canOpenCase(supplierOrder) && opened?.after !== count

  /** Shows the new case, which the timeline of the supplier order lacks until it is reloaded. */
  function showOpened({ id }: Pick<CaseData, 'id'>): void {
    setOpened({ id, after: count })
    onChanged()
  }

  return (
    <>
      {heading !== undefined && (hasCases || canOpen) && <h3 className="text-sm font-semibold">{heading}</h3>}
      {hasCases && (
        <CaseList
          key={opened?.id ?? count}
          purchaseId={purchaseId}
          supplierOrder={supplierOrder}
          onChanged={onChanged}
          opened={opened?.id}
          frame={frame}
        />
      )}
      {canOpen && (
        <CaseOpener
          purchaseId={purchaseId}
          supplierOrder={supplierOrder}
          onOpened={showOpened}
          frame={frame}
        />
      )}
      {supplierOrder.withdrawal !== null && opened?.after !== count && (
        <Suspense>
          <Withdrawal purchaseId={purchaseId} supplierOrder={supplierOrder} onOpened={showOpened} />
        </Suspense>
      )}
    </>
  )
}

/** Returns whether a case can be opened: in time after the last parcel's arrival. The server decides. */
function canOpenCase(supplierOrder: CaseOrder): boolean {
  const { state, actions, parcels, deliverBy, reportDays } = supplierOrder
  if (!actions.includes('open_case')) return false
  const arrived = parcels.map(({ deliveredAt, shippedAt }) =>
    Date.parse(deliveredAt ?? deliverBy ?? shippedAt),
  )
  return state !== 'completed' || Date.now() - Math.max(0, ...arrived) <= reportDays * DAY
}

function CaseList({
  purchaseId,
  supplierOrder,
  onChanged,
  opened,
  frame,
}: CaseOrderProps & { onChanged: () => void; opened: string | undefined; frame: string }) {
  const query = useQuery(purchaseId, (signal) => readCases(purchaseId, signal))
  return (
    <div className={`${frame} print:hidden`}>
      <QueryView loading={query} skeleton={<Skeleton className="h-40 rounded-md" />}>
        {(result) =>
          result.isStranger ? (
            <SignInPrompt purchaseId={purchaseId} />
          ) : (
            <div className="flex flex-col gap-8">
              {result.cases
                .filter(({ order }) => order === supplierOrder.id)
                .map((caseData) => (
                  <CaseView
                    key={caseData.id}
                    purchaseId={purchaseId}
                    found={caseData}
                    isFresh={caseData.id === opened}
                    onChanged={(changed) => {
                      query.show(replaceCase(result, changed))
                      if (changed.state !== caseData.state) onChanged()
                    }}
                    onOutdated={() => void readCases(purchaseId).then(query.show, query.again)}
                  />
                ))}
            </div>
          )
        }
      </QueryView>
    </div>
  )
}

type CasesResult = Readonly<{ isStranger: boolean; cases: readonly CaseData[] }>

/** Returns the cases of a purchase; those of an account's purchase are visible only to its owner. */
async function readCases(purchase: string, signal?: AbortSignal): Promise<CasesResult> {
  try {
    const input = { params: { purchase } }
    const { cases } = await call('GET /orders/{purchase}/cases', input, signal ? { signal } : {})
    return { isStranger: false, cases }
  } catch (error) {
    if (isApiFailure(error) && error.code === 'sign_in_first') return { isStranger: true, cases: [] }
    throw error
  }
}

function replaceCase(result: CasesResult, changed: CaseData): CasesResult {
  return { ...result, cases: result.cases.map((one) => (one.id === changed.id ? changed : one)) }
}

function SignInPrompt({ purchaseId }: { purchaseId: string }) {
  // The fragment that names the case is included.
  const returnHref = encodeURIComponent(`/dashboard/orders/${encodeURIComponent(purchaseId)}${location.hash}`)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p>These items have a case. Sign in to see it: the order belongs to an account.</p>
      <ButtonLink href={`/login?next=${returnHref}`} size="sm" variant="outline">
        Sign In
      </ButtonLink>
    </div>
  )
}

type CaseOpenerProps = Readonly<{
  purchaseId: string
  supplierOrder: CaseOrder
  onOpened: (caseData: CaseData) => void
  frame: string
}>

function CaseOpener({ purchaseId, supplierOrder, onOpened, frame }: CaseOpenerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <div className={`${frame} print:hidden`}>
      {isOpen ? (
        <CaseForm
          purchaseId={purchaseId}
          supplierOrder={supplierOrder}
          onOpened={onOpened}
          onLeave={() => {
            setIsOpen(false)
            setWasOpen(true)
          }}
        />
      ) : (
        <OpenButton supplier={supplierOrder.supplier} isBack={wasOpen} onPress={() => setIsOpen(true)} />
      )}
    </div>
  )
}

/** Renders the button, which gets the focus back when the form is closed. */
function OpenButton(props: { supplier: string; isBack: boolean; onPress: () => void }) {
  const { supplier, isBack, onPress } = props
  const button = useFocusOnMount<HTMLButtonElement>(isBack)
  return (
    <Button
      ref={button}
      size="sm"
      variant="outline"
      aria-label={`Report a problem with the items from ${supplier}`}
      onClick={onPress}
    >
      Report a problem
    </Button>
  )
}
