import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const pollMs = 100
/** Taking over a dead owner's lock is a matter of microseconds: whoever needs longer has died over it. */
const takeoverPatienceMs = 10_000

/**
 * Runs `work` while no other process of this machine holds the lock `file`, which names its owner. The lock of a
 * process that has died is taken over. `onWait` is called once when somebody else has it.
 */
export async function withLock(file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true })
  const me = `${process.pid} ${startOf(process.pid)}`
  let told = false
  while (!take(file, me)) {
    if (isDead(read(file))) takeOver(file)
    else {
      if (!told) onWait()
      told = true
      await pause(pollMs)
    }
  }
  const release = () => {
    if (read(file) === me) rmSync(file, { force: true })
  }
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

// A link appears together with its content: no moment in which the lock has no owner.
function take(file, me) {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, me)
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(draft)
  }
}

// Two that find the same dead owner must not remove each other's new lock: only one may remove, and looks again.
function takeOver(file) {
  const guard = `${file}.takeover`
  try {
    mkdirSync(guard)
  } catch {
    const since = statSync(guard, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > takeoverPatienceMs)
      rmSync(guard, { recursive: true, force: true })
    return
  }
  if (isDead(read(file))) renameSync(file, `${guard}/dead`)
  rmSync(guard, { recursive: true, force: true })
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function isDead(owner) {
  if (owner === null) return false
  const [pid, start] = owner.split(' ')
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    return error.code !== 'EPERM'
  }
  // The number may have gone to another process since (a container started again counts from 1).
  return startOf(pid) !== start
}

/** When the process began, in ticks since boot; '-' where the system does not tell. */
function startOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
    // One that has ended, and whose parent has not asked yet how, holds nothing.
    return fields[0] === 'Z' ? 'ended' : fields[19]
  } catch {
    return '-'
  }
}
