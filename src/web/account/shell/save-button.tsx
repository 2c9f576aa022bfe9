import { Button } from '#web/ui/button.tsx'
import type { ButtonVariant } from '#web/ui/button.tsx'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'

/** The end of a form: what is wrong with it as a whole, and the button that sends it. */
export function SaveButton(props: {
  label: string
  problem: string | undefined
  isBusy: boolean
  look?: ButtonVariant
  className?: string
}) {
  const { label, problem, isBusy, look, className = '' } = props
  return (
    <div className={`flex flex-col items-start gap-4 ${className}`}>
      <FormProblem words={problem} />
      <Button type="submit" look={look} busy={isBusy}>
        {label}
      </Button>
    </div>
  )
}
