import type pg from 'pg'
import { accountLetters } from './accounts/letters.server.ts'
import { sweepSessions } from './accounts/server.ts'
import { sweepBaskets } from './basket/sweep.server.ts'
import { orderLetters } from './orders/letters.server.ts'
import { lapseOrders } from './orders/server.ts'
import { sweepGuestPasswords } from './orders/sweep.server.ts'
import { sweepAttempts } from './platform/attempts.ts'
import type { House } from './platform/house.ts'
import { startWorker, type Worker } from './platform/jobs.ts'

/** The background work of the whole shop: mails, and what is looked after once a minute. */
export function startBackground(house: House, pool: pg.Pool): Promise<Worker> {
  return startWorker(
    { ...house, pool },
    {
      tasks: {},
      letters: { ...orderLetters, ...accountLetters },
      everyMinute: [
        async () => {
          const ended = await lapseOrders(house)
          if (ended > 0) house.log.info({ ended }, 'orders lapsed')
        },
        () => sweepSessions(house),
        () => sweepAttempts(house.db, house.now()),
        () => sweepBaskets(house),
        () => sweepGuestPasswords(house),
      ],
    },
  )
}
