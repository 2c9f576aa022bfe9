import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { type CreditTransfer, renderPain001, type TransferOrder } from './pain001.ts'

const SCHEMA = await readFile(
  new URL('../../../../../tests/oracles/iso20022/pain.001.001.09.xsd', import.meta.url),
  'utf8',
)

const EURO: CreditTransfer = {
  reference: 'A'.repeat(32),
  holder: 'Société Générée & Söhne <GmbH>',
  country: 'DE',
  iban: 'DE89370400440532013000',
  number: undefined,
  bic: 'COBADEFFXXX',
  currency: 'EUR',
  amount: 12_345,
  purpose: 'Payout',
}
const ABROAD: CreditTransfer = {
  ...EURO,
  reference: 'B'.repeat(32),
  country: 'SG',
  iban: undefined,
  number: '0031234567',
  bic: 'DBSSSGSG',
  amount: 7,
}
const ORDER: TransferOrder = {
  messageId: 'C'.repeat(32),
  createdAt: new Date('2026-03-02T10:00:00.123Z'),
  payOn: '2026-03-03',
  debtor: { holder: 'Cabochon', iban: 'IT60X0542811101000000123456', bic: undefined },
  transfers: [EURO, ABROAD],
}

/** Returns the schema's errors for a document. */
async function validateSchema(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'payouts.xml', contents: xml }],
    schema: [{ fileName: 'pain.001.001.09.xsd', contents: SCHEMA }],
  })
  return errors.map(({ message }) => message)
}

test('a file with euro and foreign transfers is valid pain.001.001.09 and has the right totals', async () => {
  const xml = renderPain001(ORDER)
  expect(await validateSchema(xml)).toEqual([])
  expect(xml).toContain(
    '<CreDtTm>2026-03-02T10:00:00Z</CreDtTm><NbOfTxs>2</NbOfTxs><CtrlSum>123.52</CtrlSum>',
  )
  expect(xml).toContain('<InstdAmt Ccy="EUR">0.07</InstdAmt>')
  const [sepa = '', abroad = ''] = xml.split('<PmtInf>').slice(1)
  expect(sepa).toContain('<SvcLvl><Cd>SEPA</Cd></SvcLvl>')
  expect(sepa).toContain('<ChrgBr>SLEV</ChrgBr>')
  expect(sepa).toContain('<Nm>Societe Generee + Sohne .GmbH.</Nm>')
  expect(sepa).not.toContain('DBSSSGSG')
  expect(abroad).toContain('<ChrgBr>SHAR</ChrgBr>')
  expect(abroad).toContain('<Othr><Id>0031234567</Id></Othr>')
  expect(abroad).not.toContain('SEPA')
  expect(renderPain001(ORDER)).toBe(xml)
})

test.each([
  ['AE070331234567890123456', false],
  ['TR330006100519786457841326', false],
  ['SA0380000000608010167519', false],
  ['CH9300762011623852957', true],
  ['GB29NWBK60161331926819', true],
  ['RS35260005601001611379', true],
])('euro transfers to %s go by SEPA: %s', (iban, isSepa) => {
  const xml = renderPain001({ ...ORDER, transfers: [{ ...EURO, iban }] })
  expect(xml.includes('<Cd>SEPA</Cd>')).toBe(isSepa)
  const fromAbroad = { ...ORDER, debtor: { ...ORDER.debtor, iban: 'AE070331234567890123456' } }
  expect(renderPain001({ ...fromAbroad, transfers: [{ ...EURO, iban }] })).not.toContain('SEPA')
})

test('the schema check finds a reference that is too long, a missing account and an extra element', async () => {
  const xml = renderPain001(ORDER)
  expect(await validateSchema(xml.replaceAll('A'.repeat(32), 'A'.repeat(36)))).not.toEqual([])
  expect(await validateSchema(xml.replace(/<CdtrAcct>.*?<\/CdtrAcct>/, ''))).not.toEqual([])
  expect(await validateSchema(xml.replace('<ChrgBr>', '<Note>x</Note><ChrgBr>'))).not.toEqual([])
  expect(() => renderPain001({ ...ORDER, transfers: [] })).toThrow(RangeError)
})

test('any store and account names give a valid file without characters that banks refuse', async () => {
  const texts = fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }), {
    numRuns: 40,
    seed: 7,
  })
  const transfers = texts.map((text) => ({ ...EURO, holder: text, purpose: text }))
  const xml = renderPain001({ ...ORDER, transfers })
  expect(await validateSchema(xml)).toEqual([])
  const names = [...xml.matchAll(/<(?:Nm|Ustrd)>(.*?)<\/(?:Nm|Ustrd)>/gs)].map(([, name]) => name ?? '')
  expect(names.filter((name) => !/^[A-Za-z0-9/\-?:().,'+ ]{1,140}$/.test(name))).toEqual([])
})

test.each([
  ['JPY', 123_456, '123456'],
  ['KWD', 123_456, '123.456'],
  ['HUF', 123_456, '1234.56'],
])('amounts in %s and their total have the decimals of the currency', async (currency, amount, said) => {
  const xml = renderPain001({ ...ORDER, transfers: [{ ...ABROAD, currency, amount }] })
  expect(xml).toContain(`<InstdAmt Ccy="${currency}">${said}</InstdAmt>`)
  expect(xml).toContain(`<CtrlSum>${said}</CtrlSum>`)
  expect(await validateSchema(xml)).toEqual([])
})
