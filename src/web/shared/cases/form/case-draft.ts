import type { CaseData, CaseReason } from '#features/sales/cases/contract.ts'
import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'
import { formatCents, parseCents } from '#core/money.ts'
import type { InputOf } from '#web/app/calls/endpoints.ts'

type TrackedSupplierOrder = TrackedOrderData['supplierOrders'][number]
type TrackedLine = TrackedSupplierOrder['lines'][number]

/** The data of a supplier order that its cases need, of a shopper's order or a vendor's. */
export type CaseOrder = Pick<
  TrackedSupplierOrder,
  'id' | 'supplier' | 'state' | 'deliverBy' | 'reportDays' | 'withdrawal'
> &
  Readonly<{
    lines: readonly Pick<
      TrackedLine,
      'title' | 'variantTitle' | 'shipped' | 'unitPrice' | 'isReturnable' | 'withdrawable'
    >[]
    parcels: readonly Readonly<{ deliveredAt: string | null; shippedAt: string }>[]
    timeline: readonly Readonly<{ event: string }>[]
    actions: readonly string[]
  }>

/** The supplier order and purchase of cases. */
export type CaseOrderProps = Readonly<{ purchaseId: string; supplierOrder: CaseOrder }>

/** A shipped item that can be complained about, by its position in the order from 1. */
export type ShippedLine = Readonly<{
  line: number
  title: string
  sent: number
  unitCents: number
  isReturnable: boolean
}>

/** A draft of a complaint. `chosen` has the selected units of each shipped line, by position. */
export type CaseDraft = Readonly<{
  kind: CaseData['kind'] | undefined
  reason: CaseReason | ''
  chosen: Readonly<Record<number, number>>
  text: string
  requestType: 'usual' | 'amount'
  amount: string
  sendsBack: boolean
}>

/** The errors of a draft by field. */
export type CaseDraftErrors = Readonly<
  Partial<Record<'kind' | 'reason' | 'chosen' | 'text' | 'amount', string>>
>

/** Returns the shipped lines of a supplier order. */
export function shippedLines({
  lines,
}: Readonly<{ lines: readonly Omit<CaseOrder['lines'][number], 'withdrawable'>[] }>): ShippedLine[] {
  return lines
    .map(({ title, variantTitle, shipped, unitPrice, isReturnable }, place) => ({
      line: place + 1,
      title: variantTitle ? `${title}, ${variantTitle}` : title,
      sent: shipped,
      unitCents: parseCents(unitPrice) ?? 0,
      isReturnable,
    }))
    .filter(({ sent }) => sent > 0)
}

/** Returns a complaint about all shipped units, without a reason yet. */
export function newCaseDraft(lines: readonly ShippedLine[]): CaseDraft {
  return {
    kind: undefined,
    reason: '',
    chosen: Object.fromEntries(lines.map(({ line, sent }) => [line, sent])),
    text: '',
    requestType: 'usual',
    amount: '',
    sendsBack: false,
  }
}

/** Returns whether a case is a return for a change of mind. Some items exclude those; a late arrival does not count. */
export function isChangeOfMind({ kind, reason }: Pick<CaseDraft, 'kind' | 'reason'>): boolean {
  return kind === 'return' && reason !== '' && reason !== 'arrived_late'
}

/** Returns the draft with `changes`: non-returnable items are excluded while the reason is a change of mind. */
export function updateCaseDraft(
  draft: CaseDraft,
  changes: Partial<CaseDraft>,
  lines: readonly ShippedLine[],
): CaseDraft {
  const next = { ...draft, ...changes }
  if (isChangeOfMind(next) === isChangeOfMind(draft)) return next
  const nonReturnable = lines.filter(({ isReturnable }) => !isReturnable)
  const quantities = Object.fromEntries(
    nonReturnable.map(({ line, sent }) => [line, isChangeOfMind(next) ? 0 : sent]),
  )
  return { ...next, chosen: { ...next.chosen, ...quantities } }
}

/** Returns whether a case covers all shipped units. */
export function coversAllUnits({ chosen }: CaseDraft, lines: readonly ShippedLine[]): boolean {
  return lines.every(({ line, sent }) => chosen[line] === sent)
}

/** Returns the price of the selected items, in cents. */
export function selectedCents({ chosen }: CaseDraft, lines: readonly ShippedLine[]): number {
  return lines.reduce((sum, { line, unitCents }) => sum + unitCents * (chosen[line] ?? 0), 0)
}

/** Returns the errors of a draft; none when it can be sent. */
export function validateCaseDraft(draft: CaseDraft): CaseDraftErrors {
  const { kind, reason, chosen, text, requestType, amount } = draft
  return {
    ...(kind === undefined && { kind: 'Select what is wrong.' }),
    ...(kind !== undefined && reason === '' && { reason: 'Select a reason.' }),
    ...(Object.values(chosen).every((quantity) => quantity === 0) && {
      chosen: 'Select the items it is about.',
    }),
    ...(text.trim().length < 10 && { text: 'Describe what happened in a few words.' }),
    ...(requestType === 'amount' && !((parseCents(amount) ?? 0) > 0) && { amount: AMOUNT_ERROR }),
  }
}

/** The error of an invalid amount. */
export const AMOUNT_ERROR = 'Enter an amount such as 25 or 25.50.'

/** Returns the typed amount in cents, or an error when it is invalid or over `maxCents`. */
export function parseAmount(text: string, maxCents: number): Readonly<{ cents: number } | { fault: string }> {
  const cents = parseCents(text) ?? 0
  if (cents === 0) return { fault: AMOUNT_ERROR }
  return cents > maxCents ? { fault: `You can get up to ${formatCents(maxCents)}.` } : { cents }
}

/** Returns a valid draft as the contract's input. The shop computes the amount of a full refund. */
export function toCaseInput(
  draft: CaseDraft,
  lines: readonly ShippedLine[],
): InputOf<'POST /orders/{purchase}/supplier-orders/{id}/cases'>['body'] {
  const { kind = 'damaged', reason, chosen, text, requestType, sendsBack } = draft
  const isAll = coversAllUnits(draft, lines)
  const amount =
    requestType === 'amount' ? parseCents(draft.amount) : isAll ? undefined : selectedCents(draft, lines)
  return {
    kind,
    reason,
    text: text.trim(),
    ...(amount === undefined ? {} : { amount }),
    withReturn: kind === 'return' || (kind !== 'not_delivered' && sendsBack),
    lines: isAll ? [] : lines.flatMap(({ line }) => (chosen[line] ? [{ line, quantity: chosen[line] }] : [])),
  }
}
