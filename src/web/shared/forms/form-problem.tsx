/** What is wrong with a form as a whole, above its button; readers hear it when it comes. */
export function FormProblem({ words }: { words: string | undefined }) {
  return (
    <div role="alert">
      {words && <p className="rounded-md bg-danger-mist px-4 py-3 text-sm text-danger">{words}</p>}
    </div>
  )
}
