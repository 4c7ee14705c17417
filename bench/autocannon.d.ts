// The part of autocannon's interface that bench/load.ts uses: the package brings no types.
declare module 'autocannon' {
  interface Request {
    method?: string
    path: string
    headers?: Record<string, string>
    body?: string
  }
  interface Client {
    setRequests(requests: Request[]): void
  }
  interface Options {
    url: string
    connections: number
    duration?: number
    amount?: number
    /** Milliseconds between samples; a run of an amount ends at one. */
    sampleInt?: number
    headers?: Record<string, string>
    setupClient?: (client: Client) => void
  }
  interface Result {
    '2xx': number
    non2xx: number
    errors: number
    timeouts: number
    /** Seconds, to the hundredth. */
    duration: number
    /** Milliseconds. */
    latency: { p50: number; p99: number }
  }
  function autocannon(options: Options): Promise<Result>
  export = autocannon
}
