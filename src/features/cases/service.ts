export { exportCases } from './export-cases.ts'
export { eraseCases } from './leave-cases.ts'
