/** Renders values by name as bars, in the given order, with the figures as text. */
export function BarList(props: {
  label: string
  items: readonly Readonly<{ id: string; name: string; value: number; text: string }>[]
}) {
  const max = Math.max(1, ...props.items.map(({ value }) => value))
  return (
    <ul aria-label={props.label} className="flex flex-col gap-2.5">
      {props.items.map(({ id, name, value, text }) => (
        <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 text-sm">
          <span className="truncate">{name}</span>
          <span className="tabular-nums">{text}</span>
          <span aria-hidden="true" className="col-span-2 mt-1 h-1.5 rounded-full bg-mist">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${Math.round((value / max) * 100)}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
