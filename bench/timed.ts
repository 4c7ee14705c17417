import { connect, type Socket } from 'node:net'
import type { TimedJob, TimedRequest, TimedResult } from './timed-load.ts'

// Sends requests over plain sockets and measures each answer to a hundredth of a millisecond, in a process of its own:
// its cost must not slow what it measures.

process.on('message', (job: TimedJob) => {
  run(job).then(
    result => process.send?.({ result }),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})

async function run(job: TimedJob): Promise<TimedResult> {
  const { url, connections, seconds, leastAnswers = 0, requests, skipped = 0, isOnce = false } = job
  const { hostname, port } = new URL(url)
  const texts = requests.map(request => Buffer.from(formatRequest(request)))
  const times: number[] = []
  const failures: string[] = []
  const startedMs = performance.now()
  const endMs = startedMs + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async (_, nth) => {
      const socket = connect(Number(port), hostname)
      socket.setNoDelay(true)
      const answers = readAnswers(socket)
      const [first, afterLast] = [nth, nth + 1].map(part => Math.floor((part * texts.length) / connections))
      const hasNext = (sent: number) =>
        isOnce ? first! + sent < afterLast! : performance.now() < endMs || times.length < leastAnswers
      for (let sent = 0; hasNext(sent); sent++) {
        const position = (first! + skipped + sent) % texts.length
        const sentMs = performance.now()
        socket.write(texts[position]!)
        const { status, body } = await answers.next()
        times.push(performance.now() - sentMs)
        const { path, expected = '' } = requests[position]!
        if (status !== 200 || (expected && !body.includes(expected)))
          failures.push(`${path}: ${status} ${body.toString('utf8', 0, 300)}`)
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
    failed: failures.length,
    failure: failures[0] ?? '',
    p50Ms: getPercentile(0.5),
    p99Ms: getPercentile(0.99),
  }
}

function formatRequest({ method = 'GET', path, headers = {}, body = '' }: TimedRequest): string {
  const all = { host: 'localhost', ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

interface Answer {
  status: number
  body: Buffer
}

/** Reads one answer at a time: resolves when the body is complete. The shop sends the length of all that is measured. */
function readAnswers(socket: Socket): { next(): Promise<Answer> } {
  let received: Buffer = Buffer.alloc(0)
  let bodyStart = 0
  let responseEnd = -1
  let status = 0
  let resolveAnswer: ((answer: Answer) => void) | null = null
  let rejectAnswer: ((error: Error) => void) | null = null
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    if (responseEnd < 0) {
      const end = received.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = received.toString('latin1', 0, end)
      status = Number(head.slice(9, 12))
      bodyStart = end + 4
      const length = /content-length: (\d+)/i.exec(head)?.[1]
      if (length === undefined) return rejectAnswer?.(new Error(`An answer without length: ${head}`))
      responseEnd = bodyStart + Number(length)
    }
    if (received.length < responseEnd) return
    const body = received.subarray(bodyStart, responseEnd)
    received = received.subarray(responseEnd)
    responseEnd = -1
    resolveAnswer?.({ status, body })
  })
  socket.on('error', error => rejectAnswer?.(error))
  socket.on('close', () => rejectAnswer?.(new Error('The shop closed the connection.')))
  return {
    next: () =>
      new Promise((resolve, reject) => {
        resolveAnswer = resolve
        rejectAnswer = reject
      }),
  }
}
