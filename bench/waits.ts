import { setTimeout as sleep } from 'node:timers/promises'

// How long a request takes that costs nothing, every 20 ms until a message comes: in a process of its own, so that it
// waits for the shop alone.

const [url] = process.argv.slice(2)
const everyMs = 20
let isStopped = false
process.once('message', () => {
  isStopped = true
})

const waits: number[] = []
while (!isStopped) {
  const startMs = performance.now()
  const response = await fetch(url!)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  waits.push(performance.now() - startMs)
  await sleep(everyMs)
}
process.send!(waits, () => process.disconnect())
