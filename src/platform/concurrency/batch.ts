import DataLoader from 'dataloader'

/** The most items in a batch. */
const LARGEST = 500

/**
 * Returns a function that handles one item by batching concurrent ones, one batch at a time. `run` returns a result
 * or an error for each item, in order; when it throws, every item of that batch is rejected.
 */
export function batched<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
): (item: Item) => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve()

  const loader = new DataLoader<Item, Result>(
    async (items) => {
      const results = run(items)
      running = results.catch(() => undefined)
      return results
    },
    {
      cache: false,
      maxBatchSize: LARGEST,
      // Items that arrive while a batch runs wait for the next one.
      batchScheduleFn: (dispatch) => {
        running = running.then(() => {
          dispatch()
          return running
        })
      },
    },
  )
  return (item) => loader.load(item)
}
