import type { VerificationStatus } from './shapes.ts'

/** Returns how a stated item stands by the decision on it. */
export function getStatus(
  statement: { decision: 'approved' | 'rejected' | null } | undefined,
): VerificationStatus {
  if (!statement) return 'missing'
  if (statement.decision === null) return 'attested'
  return statement.decision === 'approved' ? 'verified' : 'rejected'
}
