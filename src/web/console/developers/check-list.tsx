import { Checkbox } from '#web/ui/field.tsx'
import { Action } from '../parts/button.tsx'

/** Renders a list of checkboxes, such as scopes or events, with one for all. */
export function CheckList(props: {
  legend: string
  options: readonly Readonly<{ value: string; label: string; about?: string }>[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}) {
  const { legend, options, chosen, onChange } = props
  const isAll = options.every(({ value }) => chosen.includes(value))
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm">{legend}</legend>
      <Action
        isSmall
        className="mb-2"
        onClick={() => onChange(isAll ? [] : options.map(({ value }) => value))}
      >
        {isAll ? 'Clear all' : 'Choose all'}
      </Action>
      <div className="max-h-64 overflow-y-auto rounded-md border border-line-strong p-3">
        <div className="flex flex-col gap-2.5">
          {options.map(({ value, label, about }) => (
            <Checkbox
              key={value}
              label={
                <>
                  <span className="block font-mono text-xs leading-6">{label}</span>
                  {about && <span className="block text-xs text-ink-soft">{about}</span>}
                </>
              }
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            />
          ))}
        </div>
      </div>
    </fieldset>
  )
}
