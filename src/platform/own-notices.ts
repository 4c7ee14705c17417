import type { Db, Tx } from './house.ts'
import type { Channel, Ears } from './notices.ts'

interface Note {
  channel: Channel
  payload: string
}

const ears = new WeakMap<Db, Ears>()
const notes = new WeakMap<Tx, Note[]>()

/** Who listens in this process to what transactions of `db` have changed. */
export function hearOwnNotices(db: Db, heard: Ears): void {
  ears.set(db, heard)
}

/**
 * Tells this process of a change as soon as it is committed: the notice of the database comes a moment later, and the
 * buyer whose order it was may look again before.
 */
export function tellAfterCommit(tx: Tx, channel: Channel, payload: string): void {
  notes.get(tx)?.push({ channel, payload })
}

/** Runs `work` as a transaction of `db` does and tells afterwards what it noted; a failed one tells it needlessly. */
export async function tellingAfterwards<T>(
  db: Db,
  transact: (work: (tx: Tx) => Promise<T>) => Promise<T>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const noted: Note[] = []
  try {
    return await transact(tx => {
      notes.set(tx, noted)
      return work(tx)
    })
  } finally {
    const heard = ears.get(db)
    for (const { channel, payload } of noted) heard?.[channel](payload)
  }
}
