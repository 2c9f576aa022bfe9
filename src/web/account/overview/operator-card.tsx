import { Card } from '../shell/card.tsx'

/** What an operator does by the command line, and with which words. */
export function OperatorCard() {
  return (
    <Card
      id="operator"
      title="You run this marketplace"
      text="These commands are typed on its server. What you buy yourself stands below, as for everybody."
    >
      <dl className="grid gap-5 text-sm">
        {COMMANDS.map(({ does, command }) => (
          <div key={command}>
            <dt>{does}</dt>
            <dd className="mt-1.5 overflow-x-auto rounded-md bg-mist px-4 py-3">
              <code className="whitespace-pre-wrap wrap-anywhere">{command}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const COMMANDS = [
  {
    does: 'Verify a store, so that its pieces are listed',
    command: 'npm run verify-supplier -- --supplier NAME',
  },
  { does: 'Take that back', command: 'npm run verify-supplier -- --supplier NAME --off' },
  { does: 'Make somebody an operator', command: 'npm run operator -- --email ADDRESS' },
]
