import { readActingType } from '#web/app/session/business.ts'
import { readUser } from '#web/app/session/session.ts'
import { toast } from '#web/app/toast.ts'

/**
 * Returns whether the user may save the form; if not, a toast says what to do (ROUTE-33). `subject` is the object to
 * save, such as "your store".
 */
export function checkCanSave(subject: string): boolean {
  const user = readUser()
  if (readActingType() === 'manufacturer') return true
  toast.error(
    user
      ? `Only manufacturers can save ${subject}. Sign in with a manufacturer account.`
      : `Please sign in to save ${subject}. This tab keeps your changes.`,
  )
  return false
}
