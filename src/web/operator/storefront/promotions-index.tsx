import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDateTime } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Empty, LimitNote } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { Link } from '#web/ui/link.tsx'
import { supplierAddress } from '../console/addresses.ts'
import { useOperatorRoles } from '../console/operator-roles.tsx'
import { PromotionDialog } from './promotion-dialog.tsx'
import {
  AUDIENCE_TEXTS,
  KIND_TEXTS,
  PICTURE_TEXTS,
  type Promotion,
  type PromotionKind,
  STATE_TEXTS,
} from './promotion-texts.ts'
import { StorefrontHead } from './storefront-head.tsx'

/** Renders the campaigns, whose banners show in the marketplace. */
export function Campaigns() {
  return <PromotionsIndex kind="campaign" />
}

/** Renders the announcements to everyone, vendors or suppliers. */
export function Announcements() {
  return <PromotionsIndex kind="announcement" />
}

/** Renders the featured suppliers, which are shown first. */
export function FeaturedSuppliers() {
  return <PromotionsIndex kind="featured_supplier" />
}

type Opened = Readonly<{ action: 'edit' | 'remove'; promotion: Promotion }> | Readonly<{ action: 'add' }>

function PromotionsIndex({ kind }: { kind: PromotionKind }) {
  const texts = KIND_TEXTS[kind]
  const canWrite = useOperatorRoles().can('products:write')
  const [opened, setOpened] = useState<Opened>()
  const query = useQuery({
    queryKey: ['operator', 'promotions', kind],
    queryFn: async ({ signal }) =>
      (await call('GET /operator/promotions', { query: { kind } }, { signal })).promotions,
  })
  const add = canWrite && (
    <Action variant="primary" onClick={() => setOpened({ action: 'add' })}>
      {texts.add}
    </Action>
  )
  return (
    <>
      <StorefrontHead current={kind}>{add}</StorefrontHead>
      <section aria-label={texts.title} className="console-panel">
        <p className="max-w-prose px-4 py-3 text-sm text-ink-soft">{texts.about}</p>
        <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
          {(promotions) =>
            promotions.length === 0 ? (
              <Empty title={texts.empty.title} text={texts.empty.text} />
            ) : (
              <ul className="divide-y divide-line border-t border-line">
                {promotions.map((promotion) => (
                  <PromotionRow key={promotion.id} promotion={promotion}>
                    {canWrite && (
                      <>
                        <Action isSmall onClick={() => setOpened({ action: 'edit', promotion })}>
                          Edit<span className="sr-only">: {promotion.title}</span>
                        </Action>
                        <Action isSmall onClick={() => setOpened({ action: 'remove', promotion })}>
                          Remove<span className="sr-only">: {promotion.title}</span>
                        </Action>
                      </>
                    )}
                  </PromotionRow>
                ))}
              </ul>
            )
          }
        </Loaded>
        <LimitNote
          count={query.data?.length ?? 0}
          limit={MAX_SHOWN.promotions}
          text={`The first ${MAX_SHOWN.promotions} are shown: running and scheduled ones, then the last that ended.`}
          isFlush
        />
      </section>
      {opened && <OpenedDialog kind={kind} opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function OpenedDialog(props: { kind: PromotionKind; opened: Opened; onClose: () => void }) {
  const { kind, opened, onClose } = props
  if (opened.action === 'remove') return <RemoveDialog promotion={opened.promotion} onClose={onClose} />
  return (
    <PromotionDialog
      kind={kind}
      promotion={opened.action === 'edit' ? opened.promotion : undefined}
      onClose={onClose}
    />
  )
}

function PromotionRow({ promotion, children }: { promotion: Promotion; children: ReactNode }) {
  const { title, text, state, supplier } = promotion
  const { label, tone } = STATE_TEXTS[state]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {supplier ? (
            <Link href={supplierAddress(supplier.id)} className="font-semibold wrap-anywhere hover:underline">
              {title}
            </Link>
          ) : (
            <span className="font-semibold wrap-anywhere">{title}</span>
          )}
          <Status tone={tone}>{label}</Status>
          {supplier && !supplier.isListed && <Status tone="bad">Not verified</Status>}
        </p>
        {text !== '' && <p className="wrap-anywhere">{text}</p>}
        <p className="text-xs wrap-anywhere text-ink-soft">{describe(promotion)}</p>
      </div>
      <div className="flex gap-2">{children}</div>
    </li>
  )
}

function describe({ kind, link, audience, picture, startsAt, endsAt }: Promotion): string {
  const end = endsAt === null ? 'without an end' : `to ${formatDateTime(endsAt)}`
  return [
    `${formatDateTime(startsAt)} ${end}`,
    ...(kind === 'announcement' ? [AUDIENCE_TEXTS[audience]] : []),
    ...(picture ? [`${PICTURE_TEXTS[picture]} picture`] : []),
    ...(link ? [`${link.label}: ${link.path}`] : []),
  ].join(' · ')
}

function RemoveDialog({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={KIND_TEXTS[promotion.kind].remove}
      text={`“${promotion.title}” is removed at once. The audit log keeps what it said.`}
      submitLabel="Remove"
      variant="danger"
      onSubmit={async () => {
        const { message } = await call('POST /operator/promotions/{id}/remove', {
          params: { id: promotion.id },
        })
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) => explainError(error, 'We couldn’t remove this. Please try again in a moment.')}
    />
  )
}
