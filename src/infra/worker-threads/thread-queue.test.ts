import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createThreadQueue, type JobQueueLimits } from './thread-queue.ts'

const limits = {
  maxRunning: 5,
  maxWaiting: 100,
  maxPerOwner: 100,
  busyMessage: 'You have too many.',
  retryAfterSeconds: 5,
}
const list: JobQueueLimits = { ...limits, maxRunning: 1 }
const picture: JobQueueLimits = { ...limits, maxRunning: 2 }
const invoice: JobQueueLimits = { ...limits, isPaper: true, maxRunning: 1 }

/** A queue whose tasks end one by one: `started` has their names in the order of their turns. */
function createObservedQueue(maxThreads: number) {
  const queue = createThreadQueue(maxThreads)
  const started: string[] = []
  const ends: (() => void)[] = []
  const begin = (name: string) =>
    new Promise<void>(resolve => {
      started.push(name)
      ends.push(resolve)
    })
  return {
    started,
    add: (name: string, job: JobQueueLimits) =>
      void queue.run(job, name.split(' ')[0]!, () => begin(name)).catch(() => {}),
    addAfter: (name: string, job: JobQueueLimits, loadInput: () => Promise<void>) =>
      void queue.runAfter(job, name.split(' ')[0]!, loadInput, () => begin(name)),
    /** Ends the task that began first. */
    async endFirst() {
      ends.shift()?.()
      await waitForTurns()
    },
  }
}

const waitForTurns = () => new Promise(resolve => setImmediate(resolve))

describe('the threads are divided turn by turn by owner', () => {
  test('ten lists of one client delay the list of another by one at most', async () => {
    const { started, add, endFirst } = createObservedQueue(2)
    for (let nth = 1; nth <= 10; nth++) add(`greedy ${nth}`, list)
    await waitForTurns()
    add('buyer 1', list)
    await endFirst()
    expect(started).toEqual(['greedy 1', 'buyer 1'])
    await endFirst()
    expect(started).toEqual(['greedy 1', 'buyer 1', 'greedy 2'])
  })

  test('the pictures and lists of one client together delay the list of another by one at most', async () => {
    const { started, add, endFirst } = createObservedQueue(2)
    for (let nth = 1; nth <= 10; nth++) add(`greedy picture ${nth}`, picture)
    for (let nth = 1; nth <= 10; nth++) add(`greedy list ${nth}`, list)
    await waitForTurns()
    add('buyer list', list)
    await endFirst()
    expect(started).toEqual(['greedy picture 1', 'buyer list'])
  })

  test('whatever others have queued, no owner has a second turn before all who wait have had a first', async () => {
    const owner = fc.constantFrom('a', 'b', 'c', 'd')
    await fc.assert(
      fc.asyncProperty(fc.array(owner, { minLength: 1, maxLength: 25 }), async owners => {
        const { started, add, endFirst } = createObservedQueue(2)
        for (const [nth, name] of owners.entries()) add(`${name} ${nth}`, list)
        for (let left = owners.length; left > 0; left--) await endFirst()
        expect(started).toHaveLength(owners.length)
        const turns = started.map(name => name.split(' ')[0]!)
        for (const [at, name] of turns.entries()) {
          const next = turns.indexOf(name, at + 1)
          if (next < 0) continue
          const between = new Set(turns.slice(at + 1, next))
          for (const waiting of new Set(turns.slice(next))) expect([name, ...between]).toContain(waiting)
        }
      }),
    )
  })
})

describe('one thread is kept for papers', () => {
  test('so that an invoice is drawn while lists and pictures fill all other threads', async () => {
    const { started, add } = createObservedQueue(3)
    for (let nth = 1; nth <= 4; nth++) add(`a ${nth}`, picture)
    for (let nth = 1; nth <= 4; nth++) add(`b ${nth}`, list)
    await waitForTurns()
    expect(started).toEqual(['a 1', 'a 2'])
    add('c invoice', invoice)
    await waitForTurns()
    expect(started).toEqual(['a 1', 'a 2', 'c invoice'])
  })

  test('unless there is one thread in all', async () => {
    const { started, add, endFirst } = createObservedQueue(1)
    add('a 1', list)
    add('c invoice', invoice)
    await waitForTurns()
    expect(started).toEqual(['a 1'])
    await endFirst()
    expect(started).toEqual(['a 1', 'c invoice'])
  })
})

test('a job takes no thread while other jobs make its input', async () => {
  const { started, add, addAfter, endFirst } = createObservedQueue(2)
  const input = Promise.withResolvers<void>()
  addAfter('a chart', { ...limits, maxRunning: 1 }, () => input.promise)
  add('a picture', picture)
  await waitForTurns()
  expect(started).toEqual(['a picture'])
  await endFirst()
  input.resolve()
  await waitForTurns()
  expect(started).toEqual(['a picture', 'a chart'])
})
