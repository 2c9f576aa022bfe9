import { Button } from '#web/ui/button.tsx'
import type { ButtonVariant } from '#web/ui/button.tsx'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'

/** Renders the end of a form: its general error and the submit button. */
export function SaveButton(props: {
  label: string
  problem: string | undefined
  isBusy: boolean
  variant?: ButtonVariant
  className?: string
}) {
  const { label, problem, isBusy, variant, className = '' } = props
  return (
    <div className={`flex flex-col items-start gap-4 ${className}`}>
      <FormProblem message={problem} />
      <Button type="submit" variant={variant} busy={isBusy}>
        {label}
      </Button>
    </div>
  )
}
