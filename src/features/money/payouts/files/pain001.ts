import { decimalText, SHOP_CURRENCY } from '#core/money.ts'
import { isSepaIban } from '#core/bank-account.ts'
import type { PayingBank } from '#platform/config/payout-settings.ts'

// ISO 20022 pain.001.001.09, the customer's order to a bank to transfer money, as the banks of the SEPA take it in euro
// (EPC132-08). Elements stand in the order of the schema.

/** A transfer to be ordered. `reference` has at most 35 characters and is the payee's to see; amounts in minor units. */
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

/** An order to the bank: who pays, on which day, to whom. All in one currency. */
export type TransferOrder = Readonly<{
  messageId: string
  createdAt: Date
  payOn: string
  debtor: PayingBank
  transfers: readonly CreditTransfer[]
}>

/**
 * The order as XML: transfers in euro from IBAN to IBAN of the SEPA as such, the others apart, with shared charges. The same order
 * gives the same bytes. Throws RangeError when there is nothing to transfer.
 */
export function pain001(order: TransferOrder): string {
  if (order.transfers.length === 0) throw new RangeError('nothing to transfer')
  const [sepa, others] = [
    order.transfers.filter(isSepa(order)),
    order.transfers.filter((t) => !isSepa(order)(t)),
  ]
  const groups = [
    ...(sepa.length > 0 ? [groupOf(order, { transfers: sepa, suffix: 'S', isSepa: true })] : []),
    ...(others.length > 0 ? [groupOf(order, { transfers: others, suffix: 'X', isSepa: false })] : []),
  ]
  const header = el('GrpHdr', [
    el('MsgId', order.messageId),
    el('CreDtTm', order.createdAt.toISOString().replace(/\.\d+Z$/, 'Z')),
    ...sumsOf(order.transfers),
    el('InitgPty', [el('Nm', latin(order.debtor.holder, 70))]),
  ])
  const document = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${el('CstmrCdtTrfInitn', [header, ...groups])}</Document>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`
}

type Group = Readonly<{ transfers: readonly CreditTransfer[]; suffix: string; isSepa: boolean }>

function groupOf({ messageId, payOn, debtor }: TransferOrder, group: Group): string {
  const { transfers, suffix } = group
  return el('PmtInf', [
    el('PmtInfId', `${messageId}-${suffix}`),
    el('PmtMtd', 'TRF'),
    ...sumsOf(transfers),
    ...(group.isSepa ? [el('PmtTpInf', [el('SvcLvl', [el('Cd', 'SEPA')])])] : []),
    el('ReqdExctnDt', [el('Dt', payOn)]),
    el('Dbtr', [el('Nm', latin(debtor.holder, 70))]),
    el('DbtrAcct', accountOf(debtor)),
    el('DbtrAgt', bankOf(debtor.bic)),
    // In the SEPA each side bears its own bank's charges; elsewhere that is what sharing them means.
    el('ChrgBr', group.isSepa ? 'SLEV' : 'SHAR'),
    ...transfers.map(transferOf),
  ])
}

function transferOf(transfer: CreditTransfer): string {
  const { reference, holder, country, bic, currency, amount, purpose } = transfer
  return el('CdtTrfTxInf', [
    el('PmtId', [el('EndToEndId', reference)]),
    el('Amt', [`<InstdAmt Ccy="${currency}">${decimalText(amount, currency)}</InstdAmt>`]),
    ...(bic ? [el('CdtrAgt', bankOf(bic))] : []),
    el('Cdtr', [el('Nm', latin(holder, 70)), el('PstlAdr', [el('Ctry', country)])]),
    el('CdtrAcct', accountOf(transfer)),
    el('RmtInf', [el('Ustrd', latin(purpose, 140))]),
  ])
}

function isSepa({ debtor }: TransferOrder) {
  return ({ currency, iban }: CreditTransfer) =>
    currency === 'EUR' && [iban, debtor.iban].every((one) => one !== undefined && isSepaIban(one))
}

function sumsOf(transfers: readonly CreditTransfer[]): string[] {
  const sum = transfers.reduce((total, { amount }) => total + amount, 0)
  const control = decimalText(sum, transfers[0]?.currency ?? SHOP_CURRENCY)
  return [el('NbOfTxs', String(transfers.length)), el('CtrlSum', control)]
}

function accountOf({
  iban,
  number,
}: Readonly<{ iban?: string | undefined; number?: string | undefined }>): string[] {
  return [el('Id', [iban === undefined ? el('Othr', [el('Id', number ?? '')]) : el('IBAN', iban)])]
}

function bankOf(bic: string | undefined): string[] {
  const known = bic === undefined ? el('Othr', [el('Id', 'NOTPROVIDED')]) : el('BICFI', bic)
  return [el('FinInstnId', [known])]
}

/** Letters that are no other letter with a mark, as people write them without; a pair each. */
const LETTERS = new Map(
  'ß:ss æ:ae Æ:AE ø:o Ø:O œ:oe Œ:OE ł:l Ł:L đ:d Đ:D ð:d þ:th Þ:Th ı:i &:+'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
)

/** A text in the characters that every bank takes (EPC217-08): marks left off, what has no such letter is a point. */
function latin(text: string, most: number): string {
  const plain = [...text]
    .map((letter) => LETTERS.get(letter) ?? letter)
    .join('')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/gu, '.')
    .replaceAll(/^[/\s]+|[/\s]+$/g, '')
    .replaceAll(/\/{2,}/g, '/')
  return plain.slice(0, most).trim() || '.'
}

/** An element of a text of ours, or of elements. */
function el(name: string, content: string | readonly string[]): string {
  const inner = typeof content === 'string' ? escaped(content) : content.join('')
  return `<${name}>${inner}</${name}>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
