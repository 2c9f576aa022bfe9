import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { OPERATOR } from '../console/addresses.ts'
import { useOperatorAction } from '../console/use-operator-action.ts'

type Rules = AnswerTo<'GET /operator/moderation-rules'>['rules']

/** Renders the rules that select new and changed products for a review. */
export function ModerationRules() {
  const query = useQuery({
    queryKey: ['operator', 'moderation-rules'],
    queryFn: async ({ signal }) => call('GET /operator/moderation-rules', {}, { signal }),
  })
  return (
    <>
      <PageHead title="Review rules" back={{ href: OPERATOR.products, label: 'All products' }} />
      <Loaded query={query}>
        {({ rules, version }) => <RulesForm key={version} rules={rules} version={version} />}
      </Loaded>
    </>
  )
}

function RulesForm({ rules, version }: { rules: Rules; version: number }) {
  const [first, setFirst] = useState(String(rules.firstProducts))
  const [jump, setJump] = useState(rules.priceJumpPercent === null ? '' : String(rules.priceJumpPercent))
  const [words, setWords] = useState(rules.words.join('\n'))
  const [stones, setStones] = useState(rules.stones.join('\n'))
  const { isBusy, perform } = useOperatorAction()
  const body: Rules = {
    firstProducts: Number(first || 0),
    priceJumpPercent: jump === '' ? null : Number(jump),
    words: readLines(words),
    stones: readLines(stones),
  }
  const isChanged = JSON.stringify(body) !== JSON.stringify(rules)
  return (
    <form
      className="flex max-w-2xl flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void perform(() => call('POST /operator/moderation-rules', { body: { ...body, version } }))
      }}
    >
      <p className="text-sm text-ink-soft">
        Products that match a rule need your approval before they’re listed. Suppliers see that they’re in
        review. Listed products aren’t affected until they change.
      </p>
      <Panel title="New products">
        <Field
          type="number"
          label="A supplier’s first products"
          hint="The number of a supplier’s products that need approval before new ones are listed without review. 0 turns this off."
          min={0}
          max={1000}
          value={first}
          onChange={(event) => setFirst(event.target.value)}
        />
      </Panel>
      <Panel title="Changed prices">
        <Field
          type="number"
          label="Price change in percent"
          hint="Larger price changes, up or down, are reviewed. Leave blank to turn this off."
          min={1}
          max={1000}
          value={jump}
          onChange={(event) => setJump(event.target.value)}
        />
      </Panel>
      <WordsPanel words={words} stones={stones} setWords={setWords} setStones={setStones} />
      <div>
        <Action type="submit" variant="primary" busy={isBusy} disabled={!isChanged}>
          Save rules
        </Action>
      </div>
    </form>
  )
}

function WordsPanel(props: {
  words: string
  stones: string
  setWords: (text: string) => void
  setStones: (text: string) => void
}) {
  const { words, stones, setWords, setStones } = props
  return (
    <Panel title="Words and stones">
      <div className="flex flex-col gap-4">
        <TextArea
          label="Words"
          hint="One per line, such as ivory. Whole words in names and descriptions match, in upper or lower case."
          rows={5}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <TextArea
          label="Stones"
          hint="One per line. They match product names and stated stones."
          rows={5}
          value={stones}
          onChange={(event) => setStones(event.target.value)}
        />
      </div>
    </Panel>
  )
}

function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
