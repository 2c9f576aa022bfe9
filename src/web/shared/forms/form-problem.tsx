/** Renders the error of a whole form above its button. Screen readers announce it when it appears. */
export function FormProblem({ words }: { words: string | undefined }) {
  return (
    <div role="alert">
      {words && <p className="rounded-md bg-danger-mist px-4 py-3 text-sm text-danger">{words}</p>}
    </div>
  )
}
