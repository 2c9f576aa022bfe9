import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListingData } from '#features/stores/listings/contract.ts'
import type {
  ListingVariantData,
  ListingVariantsData,
  VariantRepairData,
} from '#features/stores/listings/repairs/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatNumber } from '#web/console/data/format.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { ConsoleDialog, Problem } from '#web/console/parts/dialog.tsx'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'

/** Renders a listing's variants as they are in its store, with repairs for those that don't match. */
export function VariantsDialog({ listing, onClose }: { listing: ListingData; onClose: () => void }) {
  const { productId, name, store } = listing
  const params = { storeId: store.id, productId }
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['vendor', 'listing-variants', params],
    queryFn: async ({ signal }) =>
      (await call('GET /vendor/listings/{storeId}/{productId}/variants', { params }, { signal })).listing,
    // Loaded from the store each time the dialog is opened.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const repair = useMutation({
    mutationFn: (body: { repairId: string; fingerprint: string }) =>
      call('POST /vendor/listings/{storeId}/{productId}/variants/repair', { params, body }),
    onSuccess: ({ message }) => toast.success(message),
    async onSettled() {
      await query.refetch()
      void queries.invalidateQueries({ queryKey: ['vendor', 'listings'] })
    },
  })
  return (
    <ConsoleDialog
      isOpen
      isWide
      onClose={onClose}
      title={`Variants of ${name}`}
      text={`As ${store.name} has them now. Nothing changes in your store until you apply a repair.`}
    >
      {repair.error && (
        <div className="mb-4">
          <Problem
            text={explainError(repair.error, 'We couldn’t apply the repair. Please try again in a moment.')}
          />
        </div>
      )}
      <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
        {(review) => (
          <div className="flex flex-col gap-5">
            <Repairs
              review={review}
              busyId={repair.isPending ? repair.variables.repairId : undefined}
              onApply={({ id }) => repair.mutate({ repairId: id, fingerprint: review.fingerprint })}
            />
            <Variants variants={review.variants} />
          </div>
        )}
      </Loaded>
    </ConsoleDialog>
  )
}

const LABELS: Readonly<Record<VariantRepairData['kind'], string>> = {
  link: 'Link',
  restore_skus: 'Correct',
  clear_sku: 'Clear SKU',
  add: 'Add',
  keep_removed: 'Keep sold out',
}

function Repairs(props: {
  review: ListingVariantsData
  busyId: string | undefined
  onApply: (repair: VariantRepairData) => void
}) {
  const { review, busyId, onApply } = props
  const can = useCan()
  if (review.repairs.length === 0)
    return (
      <p role="status" className="rounded-sm bg-mist px-3 py-2 text-sm">
        All variants match. The listing is updated within a minute.
      </p>
    )
  return (
    <section aria-label="Repairs">
      <h3 className="text-sm font-semibold">
        {review.repairs.length === 1 ? 'Suggested repair' : 'Suggested repairs'}
      </h3>
      <ul className="mt-2 divide-y divide-line rounded-sm border border-line">
        {review.repairs.map((repair) => (
          <li key={repair.id} className="flex flex-wrap items-start gap-3 px-3 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <p className="text-sm font-semibold">{repair.title}</p>
              <ul className="mt-1 list-disc ps-4 text-xs text-ink-soft">
                {repair.effects.map((effect) => (
                  <li key={effect} className="wrap-anywhere">
                    {effect}
                  </li>
                ))}
              </ul>
            </div>
            {can('listings:write') && (
              <Action
                variant="primary"
                busy={busyId === repair.id}
                disabled={busyId !== undefined}
                onClick={() => onApply(repair)}
              >
                {LABELS[repair.kind]}
                <span className="sr-only">: {repair.title}</span>
              </Action>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const STATES: Readonly<Record<ListingVariantData['state'], Readonly<{ label: string; tone: StatusTone }>>> = {
  linked: { label: 'Linked', tone: 'good' },
  wrong_sku: { label: 'Linked, wrong SKU', tone: 'bad' },
  unlinked: { label: 'Not linked', tone: 'bad' },
  missing: { label: 'Not in your store', tone: 'wait' },
  removed: { label: 'No longer supplied', tone: 'plain' },
  other: { label: 'Only in your store', tone: 'plain' },
}

function Variants({ variants }: Pick<ListingVariantsData, 'variants'>) {
  return (
    <section aria-label="Variants">
      <h3 className="text-sm font-semibold">Variants</h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {variants.map(({ id, state, ours, inStore }) => (
          <li key={id} className="grid grid-cols-2 gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[1fr_1fr_auto]">
            <Side title="Supplier" offer={ours} />
            <Side title="Your store" offer={inStore} />
            <div className="col-span-2 sm:col-span-1 sm:w-40 sm:text-end">
              <Status tone={STATES[state].tone}>{STATES[state].label}</Status>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Side({ title, offer }: { title: string; offer: ListingVariantData['ours'] }) {
  return (
    <div className="min-w-0">
      <p className="text-xs text-ink-soft">{title}</p>
      {offer === null ? (
        <p className="text-sm text-ink-soft">–</p>
      ) : (
        <>
          <p className="text-sm font-medium wrap-anywhere">{offer.title}</p>
          <p className="text-xs wrap-anywhere text-ink-soft">
            {offer.sku === '' ? 'No SKU' : `SKU ${offer.sku}`}
          </p>
          <p className="text-xs text-ink-soft">
            {offer.stock === null ? 'Stock not counted' : `${formatNumber(offer.stock)} in stock`}
          </p>
        </>
      )}
    </div>
  )
}
