import { type Logger, pino } from 'pino'

/** Lines of JSON on standard error; standard output says only where the shop listens. */
export function makeLog(level: string): Logger {
  return pino(
    {
      level,
      base: undefined,
      // A second line of defence: the rooms hand no such thing to the log.
      redact: {
        paths: ['password', 'secret', 'token', 'email', '*.password', '*.secret', '*.token', '*.email'],
        remove: true,
      },
    },
    pino.destination({ dest: 2, sync: true }),
  )
}
