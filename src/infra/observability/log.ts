import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger, pino } from 'pino'

const requestIds = new AsyncLocalStorage<string>()

/** Adds the request's id to every log line within `run`, also asynchronous ones. */
export function runWithRequestId(requestId: string, run: () => void): void {
  requestIds.run(requestId, run)
}

/** The id of the request that is being answered; null outside of one. */
export const getCurrentRequestId = (): string | null => requestIds.getStore() ?? null

/** Lines of JSON on standard error; standard output says only where the shop listens. */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: undefined,
      mixin() {
        const requestId = getCurrentRequestId()
        return requestId === null ? {} : { requestId }
      },
      // Second line of defence: no feature passes such data to the log.
      redact: {
        paths: ['password', 'secret', 'token', 'email', '*.password', '*.secret', '*.token', '*.email'],
        remove: true,
      },
    },
    destination,
  )
}

/** The parts of an error that may be logged: PostgreSQL errors have the failed row in `detail`, with personal data. */
export function toLoggableError(error: unknown): { message: string; code?: string; stack?: string } {
  const { message, code, stack } = error as Error & { code?: string }
  return { message, code, stack }
}
