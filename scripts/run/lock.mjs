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
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 100
/** Removing a dead owner's lock takes microseconds: a process that needs longer has itself died. */
const releaseTimeoutMs = 10_000

/**
 * Runs `work` while no other process of this machine holds the lock `file`, which names its owner. The lock of a
 * process that has died is taken over. `onWait` is called once when another process holds it.
 */
export async function withLock(file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true })
  const currentOwner = `${process.pid} ${readStartTime(process.pid)}`
  let hasWaited = false
  while (!tryAcquire(file, currentOwner)) {
    if (isDead(read(file))) releaseDeadLock(file)
    else {
      if (!hasWaited) onWait()
      hasWaited = true
      await sleep(pollMs)
    }
  }
  const release = () => {
    if (read(file) === currentOwner) rmSync(file, { force: true })
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
function tryAcquire(file, currentOwner) {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, currentOwner)
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

// Two processes that find the same dead owner must not remove each other's new lock: only one may, and checks again.
function releaseDeadLock(file) {
  const guard = `${file}.takeover`
  try {
    mkdirSync(guard)
  } catch {
    const since = statSync(guard, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > releaseTimeoutMs)
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
  return readStartTime(pid) !== start
}

/** When the process started, in ticks since boot; '-' without /proc. */
function readStartTime(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
    // A zombie holds nothing.
    return fields[0] === 'Z' ? 'ended' : fields[19]
  } catch {
    return '-'
  }
}
