export { exportCases } from './export-cases.ts'
export { eraseCases } from './actions/erase-cases.ts'
