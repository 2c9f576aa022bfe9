/** How many go together at most. */
const LARGEST = 500

/**
 * Makes one asynchronous piece of work of many small ones: who comes while it is being done goes together with the others
 * in the next round. `together` gives a result for each, in its place; when it throws, all of that round are told so.
 */
export function inCrowds<Item, Result>(
  together: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isBusy = false

  async function work(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      const crowd = waiting.slice(0, LARGEST)
      waiting = waiting.slice(LARGEST)
      await settle(crowd, together)
    }
    isBusy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isBusy) void work()
    })
}

type Waiting<Item, Result> = Readonly<{
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}>

async function settle<Item, Result>(
  crowd: readonly Waiting<Item, Result>[],
  together: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await together(crowd.map(({ item }) => item))
    for (const [index, { resolve, reject }] of crowd.entries()) {
      if (index in results) resolve(results[index] as Result)
      else reject(new Error('a crowd got fewer results than it has members'))
    }
  } catch (error) {
    for (const { reject } of crowd) reject(error)
  }
}
