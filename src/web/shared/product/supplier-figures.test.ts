import { expect, test } from 'vitest'
import { reliabilityFigures, supplierFigures } from './supplier-figures.ts'

test('shows a supplier’s stated figures in the documented format [PDP-33, PDP-34, PDP-35, PDP-36, PDP-37, PDP-38]', () => {
  const stated = {
    storeRating: 4.7,
    onTimeDeliveryPercent: 98.6,
    responseTime: '1h or less',
    onlineRevenue: '$340,000+',
    mainMarket: 'Europe',
    collabSuppliers: 15,
  }
  expect(supplierFigures(stated).map((fact) => `${fact.name} ${fact.value}`)).toEqual([
    'Store rating 4.7/5',
    'On-time delivery 98.6%',
    'Response time 1h or less',
    'Online revenue $340,000+',
    'Main market Europe',
    'Collab suppliers 15',
  ])
})

test('shows no figure that a supplier has not stated', () => {
  const none = {
    storeRating: null,
    onTimeDeliveryPercent: null,
    responseTime: null,
    onlineRevenue: null,
    mainMarket: null,
    collabSuppliers: 0,
  }
  expect(supplierFigures(none)).toEqual([{ name: 'Collab suppliers', value: '0' }])
})

test('shows measured figures as a rating, shares and a time, and none without enough orders [PDP-39]', () => {
  const counted = {
    finishedOrders: 40,
    onTimeDeliveryPercent: 97.5,
    onTimeShippingPercent: 100,
    answerMinutes: 25,
    storeRating: 4.8,
  }
  expect(reliabilityFigures(counted)).toEqual([
    { name: 'Store rating', value: '4.8/5' },
    { name: 'On-time delivery', value: '97.5%' },
    { name: 'Shipped on time', value: '100%' },
    { name: 'Response time', value: '1h or less' },
  ])
  const times = [60, 61, 36 * 60, 37 * 60].map(
    (answerMinutes) => reliabilityFigures({ ...counted, answerMinutes }).at(-1)?.value,
  )
  expect(times).toEqual(['1h or less', '2h or less', '36h or less', '2 days'])
  expect(reliabilityFigures(null)).toEqual([])
})
