/** What came of the requests so far. */
export interface FuzzResult {
  statuses: Record<string, number>
  slowest: { ms: number; request: string }
  /** A 5xx, no answer, or one that took too long. */
  failures: FuzzFailure[]
  /** In order of how often they succeeded. */
  calls: { name: string; done: number; refused: number }[]
  /** Calls that never succeeded, with what the last unbroken request to each was answered. */
  neverDone: string[]
}

interface FuzzFailure {
  who: string
  request: string
  status: number | string
  ms: number
}

export interface RecordedOutcome {
  /** Or why there was no answer. */
  status: number | string
  isDone: boolean
  /** What an unbroken request was answered that did not succeed. */
  refusal: string
}

export interface SentRequest {
  who: string
  /** Or the route of an upload; null: a page. */
  call: string | null
  url: string
  init: RequestInit
  ms: number
}

const maxDescription = 2000

export class Recorder {
  readonly #maxMs: number
  readonly #counts = new Map<string, { sent: number; done: number; refusal: string }>()
  readonly #statuses: Record<string, number> = {}
  readonly #failures: FuzzFailure[] = []
  #slowest = { ms: 0, request: '' }
  sent = 0

  constructor(calls: readonly string[], maxMs: number) {
    this.#maxMs = maxMs
    for (const name of calls) this.#counts.set(name, { sent: 0, done: 0, refusal: '' })
  }

  record(request: SentRequest, { status, isDone, refusal }: RecordedOutcome): void {
    const { who, call, ms } = request
    this.sent++
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1
    if (ms > this.#slowest.ms) this.#slowest = { ms, request: describe(request).slice(0, 200) }
    if (call !== null) this.#count(call, isDone, refusal && `${describe(request)} → ${status} ${refusal}`)
    if (typeof status === 'number' && status < 500 && ms <= this.#maxMs) return
    this.#failures.push({ who, request: describe(request), status, ms })
  }

  /** Calls that have not succeeded yet. */
  listMissing(): string[] {
    return [...this.#counts].filter(([, { done }]) => done === 0).map(([name]) => name)
  }

  getResult(): FuzzResult {
    const calls = [...this.#counts].map(([name, { sent, done }]) => ({ name, done, refused: sent - done }))
    return {
      statuses: this.#statuses,
      slowest: this.#slowest,
      failures: this.#failures,
      calls: calls.sort((one, other) => one.done - other.done),
      neverDone: this.listMissing().map(name => `${name}: ${this.#counts.get(name)!.refusal}`),
    }
  }

  #count(call: string, isDone: boolean, refusal: string): void {
    const count = this.#counts.get(call) ?? { sent: 0, done: 0, refusal: '' }
    this.#counts.set(call, count)
    count.sent++
    if (isDone) count.done++
    else if (refusal !== '') count.refusal = refusal.slice(0, maxDescription)
  }
}

function describe({ url, init: { method = 'GET', headers, body } }: SentRequest): string {
  const content = body instanceof FormData ? [...body].map(([name, value]) => [name, String(value)]) : body
  return JSON.stringify({ method, url, headers, body: content }).slice(0, maxDescription)
}
