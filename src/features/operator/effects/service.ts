export { type OperatorEffectDeps, retryFailedEffect } from './retry-failed-effect.ts'
