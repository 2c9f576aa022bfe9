export { exportCases } from './export-cases.ts'
export { eraseCases } from './actions/leave-cases.ts'
