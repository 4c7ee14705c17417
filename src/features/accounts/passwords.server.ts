import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../../infra/limit-concurrency.ts'

// OWASP password storage: Argon2id, 19 MiB, 2 passes, 1 lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each takes 19 MiB and a thread of Node's pool of four. Two stay free in a flood of logins, so that files and
// compressed pages do not wait behind hashes.
const twoAtOnce = limitConcurrency(2)

export const hashPassword = (password: string): Promise<string> => twoAtOnce(() => hash(password, cost))

let decoy: Promise<string> | null = null

/** True when the password is the one hashed. Without a hash it takes as long and is false: no oracle. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const known = passwordHash ?? (await decoy)
  const matches = await twoAtOnce(() => verify(known, password))
  return matches && passwordHash !== null
}
