import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'
import { createOperator, createPayableSupplier, expectSuccess, releaseBalance } from '#tests/steps/payouts.ts'
import { readStatement } from './statement.ts'

const shop = await createTestShop({
  PAYOUT_BANK: '{"holder":"Cabochon Pte Ltd","iban":"IT60X0542811101000000123456"}',
})

test('the statement is addressed to the stated company and tax number, without rejected statements', async () => {
  const operator = await createOperator(shop)
  const { supplier, owner } = await createPayableSupplier(shop)
  await releaseBalance(shop, supplier, 4_000)
  const { made } = (await expectSuccess(operator.post('/payouts/sweep'))).body as { made: string[] }
  const [id = ''] = made
  const state = (item: string, statement: string) =>
    expectSuccess(shop.post(`/supplier/verification/${item}`, { statement, isCorrect: true }, owner.headers))
  await state('company', 'Kallang Fine Pte Ltd, 201912345K')
  await state('address', '1 Kallang Way, Singapore')
  await state('tax_number', 'GST 201912345K')
  const rejection = { decision: 'rejected', version: 1, reason: 'Another company’s address.' }
  await expectSuccess(operator.post(`/store-verification/${supplier.publicId}/address`, rejection))
  const { supplier: addressee } = await readStatement(shop.db, id)
  expect(addressee.lines).toEqual([
    'Kallang Fine Pte Ltd, 201912345K',
    'Tax number GST 201912345K',
    supplier.email,
  ])
})
