/** A table of sizes: the first cell of a row names it. */
export function SizeTable(props: {
  caption: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}) {
  return (
    <table className="w-full tabular-nums">
      <caption className="mb-2 text-start font-display text-lg">{props.caption}</caption>
      <thead>
        <tr className="border-b border-line-strong">
          {props.columns.map((column) => (
            <th key={column} scope="col" className="py-2 pe-3 text-start text-xs font-medium text-ink-soft">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map(([name, ...cells]) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="py-1.5 pe-3 text-start font-medium whitespace-nowrap">
              {name}
            </th>
            {cells.map((cell, place) => (
              <td key={props.columns[place + 1]} className="py-1.5 pe-3">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
