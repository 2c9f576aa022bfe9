/** What is wrong with a form as a whole, above its button. A toast says it as well, so readers hear it once. */
export function SilentFormProblem({ words }: { words: string | undefined }) {
  return words && <p className="rounded-md bg-danger-mist px-5 py-4 text-sm text-danger">{words}</p>
}
