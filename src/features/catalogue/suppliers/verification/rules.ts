import type { VerificationStatus } from './shapes.ts'

/** Returns the status of a stated item by its decision. */
export function getStatus(
  statement: { decision: 'approved' | 'rejected' | null } | undefined,
): VerificationStatus {
  if (!statement) return 'missing'
  if (statement.decision === null) return 'attested'
  return statement.decision === 'approved' ? 'verified' : 'rejected'
}
