import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger, pino } from 'pino'

const requestIds = new AsyncLocalStorage<string>()

/** Every line that is logged in the course of `run` carries the request's id. */
export function runWithRequestId(requestId: string, run: () => void): void {
  requestIds.run(requestId, run)
}

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
        const requestId = requestIds.getStore()
        return requestId === undefined ? {} : { requestId }
      },
      // A second line of defence: the features hand no such thing to the log.
      redact: {
        paths: ['password', 'secret', 'token', 'email', '*.password', '*.secret', '*.token', '*.email'],
        remove: true,
      },
    },
    destination,
  )
}

/** What of an error may be logged: PostgreSQL's errors carry the row that failed in `detail`, with personal data. */
export function toLoggableError(error: unknown): { message: string; code?: string; stack?: string } {
  const { message, code, stack } = error as Error & { code?: string }
  return { message, code, stack }
}
