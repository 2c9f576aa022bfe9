import { useEffect } from 'react'
import { leaveFirstSteps, useFirstSteps } from './first-sign-in.ts'
import { useTermsQuestion } from '../terms/terms-question.ts'

/** Shows what follows a sign-in over its page: the question about new terms, then the first steps. */
export function FirstSteps() {
  const shown = useFirstSteps()
  const question = useTermsQuestion()
  useEffect(() => leaveFirstSteps, [])
  if (question) return <question.Dialog version={question.version} onAnswer={question.onAnswer} />
  return shown && <shown.Dialog person={shown.person} onClosed={shown.onClosed} />
}
