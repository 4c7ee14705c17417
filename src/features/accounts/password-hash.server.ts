import { hash, verify } from '@node-rs/argon2'

// OWASP password storage: Argon2id, 19 MiB, 2 passes, 1 lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each hash takes 19 MiB and one of the four threads of Node's pool. Two threads stay free in a flood of logins, so that
// reading files and compressing pages do not wait for hashes.
const limitHashing = limitConcurrency(2)

export const hashPassword = (password: string): Promise<string> =>
  limitHashing(() => hash(password.normalize('NFC'), cost))

let decoyHash: Promise<string> | null = null

/**
 * Devices type the same accents differently, so a new password is hashed in NFC, and earlier releases hashed what the
 * device sent: all three are tried. Without a hash it is false after the same time, so that the time does not reveal
 * whether an account exists.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoyHash ??= hashPassword('nobody has this password')
  const hashToVerify = passwordHash ?? (await decoyHash)
  for (const form of new Set([password.normalize('NFC'), password, password.normalize('NFD')])) {
    if (await limitHashing(() => verify(hashToVerify, form))) return passwordHash !== null
  }
  return false
}

/** Runs at most `limit` tasks at once; the others wait in the order they came. */
export function limitConcurrency(limit: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []

  return async task => {
    if (running >= limit) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      // The turn passes directly to the next task, so that no later one overtakes it.
      const startNext = waiting.shift()
      if (startNext) startNext()
      else running--
    }
  }
}
