import { formatDecimal, SHOP_CURRENCY } from '#core/money.ts'
import { isSepaIban } from '#platform/bank-account.ts'
import type { PayoutBank } from '#platform/config/payout-settings.ts'

// ISO 20022 pain.001.001.09, a customer's order to a bank to transfer money, as banks of the SEPA accept it for euro
// (EPC132-08). Elements are in the order of the schema.

/**
 * A transfer in an order. `reference` has at most 35 characters and is visible to the payee; amounts in minor units.
 */
export type CreditTransfer = Readonly<{
  reference: string
  holder: string
  country: string
  iban: string | undefined
  number: string | undefined
  bic: string | undefined
  currency: string
  amount: number
  purpose: string
}>

/** A payment order to the bank: the payer, the day, and the transfers, all in one currency. */
export type TransferOrder = Readonly<{
  messageId: string
  createdAt: Date
  payOn: string
  debtor: PayoutBank
  transfers: readonly CreditTransfer[]
}>

/**
 * Renders a payment order as ISO 20022 pain.001 XML. Transfers in euro between IBANs of the SEPA are SEPA transfers;
 * others form a group of their own, with shared charges. The same order gives the same bytes. Throws RangeError without
 * any transfer.
 */
export function renderPain001(order: TransferOrder): string {
  if (order.transfers.length === 0) throw new RangeError('nothing to transfer')
  const [sepa, others] = [
    order.transfers.filter(isSepa(order)),
    order.transfers.filter((t) => !isSepa(order)(t)),
  ]
  const groups = [
    ...(sepa.length > 0 ? [renderGroup(order, { transfers: sepa, suffix: 'S', isSepa: true })] : []),
    ...(others.length > 0 ? [renderGroup(order, { transfers: others, suffix: 'X', isSepa: false })] : []),
  ]
  const header = element('GrpHdr', [
    element('MsgId', order.messageId),
    element('CreDtTm', order.createdAt.toISOString().replace(/\.\d+Z$/, 'Z')),
    ...renderSums(order.transfers),
    element('InitgPty', [element('Nm', toLatin(order.debtor.holder, 70))]),
  ])
  const document = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${element('CstmrCdtTrfInitn', [header, ...groups])}</Document>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`
}

type Group = Readonly<{ transfers: readonly CreditTransfer[]; suffix: string; isSepa: boolean }>

function renderGroup({ messageId, payOn, debtor }: TransferOrder, group: Group): string {
  const { transfers, suffix } = group
  return element('PmtInf', [
    element('PmtInfId', `${messageId}-${suffix}`),
    element('PmtMtd', 'TRF'),
    ...renderSums(transfers),
    ...(group.isSepa ? [element('PmtTpInf', [element('SvcLvl', [element('Cd', 'SEPA')])])] : []),
    element('ReqdExctnDt', [element('Dt', payOn)]),
    element('Dbtr', [element('Nm', toLatin(debtor.holder, 70))]),
    element('DbtrAcct', renderAccount(debtor)),
    element('DbtrAgt', renderBank(debtor.bic)),
    // In the SEPA each side pays its own bank's charges; elsewhere sharing them means the same.
    element('ChrgBr', group.isSepa ? 'SLEV' : 'SHAR'),
    ...transfers.map(renderTransfer),
  ])
}

function renderTransfer(transfer: CreditTransfer): string {
  const { reference, holder, country, bic, currency, amount, purpose } = transfer
  return element('CdtTrfTxInf', [
    element('PmtId', [element('EndToEndId', reference)]),
    element('Amt', [`<InstdAmt Ccy="${currency}">${formatDecimal(amount, currency)}</InstdAmt>`]),
    ...(bic ? [element('CdtrAgt', renderBank(bic))] : []),
    element('Cdtr', [element('Nm', toLatin(holder, 70)), element('PstlAdr', [element('Ctry', country)])]),
    element('CdtrAcct', renderAccount(transfer)),
    element('RmtInf', [element('Ustrd', toLatin(purpose, 140))]),
  ])
}

function isSepa({ debtor }: TransferOrder) {
  return ({ currency, iban }: CreditTransfer) =>
    currency === 'EUR' && [iban, debtor.iban].every((one) => one !== undefined && isSepaIban(one))
}

function renderSums(transfers: readonly CreditTransfer[]): string[] {
  const sum = transfers.reduce((total, { amount }) => total + amount, 0)
  const control = formatDecimal(sum, transfers[0]?.currency ?? SHOP_CURRENCY)
  return [element('NbOfTxs', String(transfers.length)), element('CtrlSum', control)]
}

function renderAccount({
  iban,
  number,
}: Readonly<{ iban?: string | undefined; number?: string | undefined }>): string[] {
  return [
    element('Id', [
      iban === undefined ? element('Othr', [element('Id', number ?? '')]) : element('IBAN', iban),
    ]),
  ]
}

function renderBank(bic: string | undefined): string[] {
  const institution =
    bic === undefined ? element('Othr', [element('Id', 'NOTPROVIDED')]) : element('BICFI', bic)
  return [element('FinInstnId', [institution])]
}

/** Letters that are not an accented form of another letter, with their usual transliterations, a pair each. */
const TRANSLITERATIONS = new Map(
  'ß:ss æ:ae Æ:AE ø:o Ø:O œ:oe Œ:OE ł:l Ł:L đ:d Đ:D ð:d þ:th Þ:Th ı:i &:+'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
)

/**
 * Returns a text in the characters that every bank accepts (EPC217-08): accents removed, unknown characters as a full
 * stop.
 */
function toLatin(text: string, maxLength: number): string {
  const plain = [...text]
    .map((letter) => TRANSLITERATIONS.get(letter) ?? letter)
    .join('')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/gu, '.')
    .replaceAll(/^[/\s]+|[/\s]+$/g, '')
    .replaceAll(/\/{2,}/g, '/')
  return plain.slice(0, maxLength).trim() || '.'
}

/** Renders an XML element of a text or of elements. */
function element(name: string, content: string | readonly string[]): string {
  const inner = typeof content === 'string' ? escapeXml(content) : content.join('')
  return `<${name}>${inner}</${name}>`
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
