export { performCaseAction } from './actions/perform-action.ts'
export { exportCases, exportPurchaseCases } from './views.ts'
export { listPurchasesInCase } from './actions/erase-queries.ts'
export { eraseCases } from './actions/erase-cases.ts'
