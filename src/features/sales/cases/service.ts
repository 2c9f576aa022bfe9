export { exportCases } from './views.ts'
export { eraseCases } from './actions/erase-cases.ts'
