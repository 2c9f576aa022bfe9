/** What may stand in a request to Stripe; what is undefined is left out. */
export type FormValue = string | number | boolean | undefined | readonly FormValue[] | FormFields

/** Named parameters, nested as deep as one likes. */
export type FormFields = Readonly<{ [name: string]: FormValue }>

/** Parameters as Stripe takes them: form-encoded, with brackets for what is nested (`line_items[0][quantity]=1`). */
export function encodeForm(fields: FormFields): string {
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => toPairs(name, value)),
  ).toString()
}

function toPairs(name: string, value: FormValue): [string, string][] {
  if (value === undefined) return []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]: [string, FormValue]) =>
    toPairs(`${name}[${key}]`, inner),
  )
}
