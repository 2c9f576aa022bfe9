/** Renders the error of a whole form above its button. Screen readers announce it when it appears. */
export function FormProblem({ message }: { message: string | undefined }) {
  return (
    <div role="alert">
      {message && <p className="rounded-md bg-danger-mist px-4 py-3 text-sm text-danger">{message}</p>}
    </div>
  )
}
