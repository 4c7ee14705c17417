import { connect, type Socket } from 'node:net'
import type { TimedJob, TimedResult } from './timed-load.ts'

// Sends requests over plain sockets and measures each answer to a hundredth of a millisecond, in a process of its own:
// its cost must not slow what it measures.

process.on('message', (job: TimedJob) => {
  run(job).then(
    result => process.send?.({ result }),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})

async function run({ url, connections, seconds, requests }: TimedJob): Promise<TimedResult> {
  const { hostname, port } = new URL(url)
  const texts = requests.map(({ path, headers }) => Buffer.from(formatRequest(path, headers)))
  const times: number[] = []
  let failed = 0
  const startedMs = performance.now()
  const endMs = startedMs + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async (_, nth) => {
      const socket = connect(Number(port), hostname)
      socket.setNoDelay(true)
      const answers = readAnswers(socket)
      let nextRequest = Math.floor((nth * texts.length) / connections)
      while (performance.now() < endMs) {
        const sentMs = performance.now()
        socket.write(texts[nextRequest++ % texts.length]!)
        const status = await answers.next()
        times.push(performance.now() - sentMs)
        if (status !== 200) failed++
      }
      socket.destroy()
    }),
  )
  const durationSeconds = (performance.now() - startedMs) / 1000
  times.sort((a, b) => a - b)
  const getPercentile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))]!
  return {
    perSecond: times.length / durationSeconds,
    answered: times.length,
    failed,
    p50Ms: getPercentile(0.5),
    p99Ms: getPercentile(0.99),
  }
}

function formatRequest(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`
}

/**
 * Reads one answer at a time: resolves with its status when the body is complete. The shop's calls send content-length.
 */
function readAnswers(socket: Socket): { next(): Promise<number> } {
  let received: Buffer = Buffer.alloc(0)
  let responseEnd = -1
  let status = 0
  let resolveStatus: ((status: number) => void) | null = null
  let rejectStatus: ((error: Error) => void) | null = null
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    if (responseEnd < 0) {
      const end = received.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = received.toString('latin1', 0, end)
      status = Number(head.slice(9, 12))
      responseEnd = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    }
    if (received.length < responseEnd) return
    received = received.subarray(responseEnd)
    responseEnd = -1
    resolveStatus?.(status)
  })
  socket.on('error', error => rejectStatus?.(error))
  socket.on('close', () => rejectStatus?.(new Error('The shop closed the connection.')))
  return {
    next: () =>
      new Promise((resolve, reject) => {
        resolveStatus = resolve
        rejectStatus = reject
      }),
  }
}
