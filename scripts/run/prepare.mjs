import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, configurationExitCode, print, root, runChild, toCommandError } from './child.mjs'
import { withLock } from './lock.mjs'
import { buildStamp, isBuilt, isInstalled, rememberInstalled } from './stamps.mjs'

const lockFile = join(root, '.vite', 'preparing.lock')
const pinnedNode = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
const oldestNode = 24
/** npm continues after a SIGTERM. The next command repeats an unfinished installation. */
const killAfterMs = 1_000
const machine = `${process.platform} ${process.arch}`

/** One command at a time installs, builds or makes a release. */
export const withPreparationLock = work =>
  withLock(lockFile, () => print('Waiting for another command to finish its preparations …'), work)

/** Installs the packages when they differ from package-lock.json; returns the path of Node 24. */
export async function prepareNode() {
  if (!isInstalled()) {
    await withPreparationLock(async () => {
      if (isInstalled()) return
      print('Installing packages (first start, or they have changed) …')
      await install()
      rememberInstalled()
    })
  }
  return nodeProgram()
}

/** Builds the shop when dist/ is missing or older than its sources. */
export async function prepareBuild(node) {
  if (isBuilt()) return
  await withPreparationLock(async () => {
    if (isBuilt()) return
    print('Building the shop …')
    // Anything else would put React's development build into the browser.
    const env = { NODE_ENV: 'production' }
    const code = await runChild(node, [join(root, 'scripts', 'build.ts'), buildStamp()], env)
    if (code !== 0) throw toCommandError('The build failed; what was built before is untouched.', code)
  })
}

async function install() {
  // The Node that runs npm, not the pinned one: that is in the folder that is about to be replaced.
  const npm = process.env.npm_execpath
  const [program, first] = npm ? [process.env.npm_node_execpath ?? process.execPath, [npm]] : ['npm', []]
  const parameters = ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-progress']
  // With NODE_ENV=production npm would omit packages that the build needs.
  const code = await inRoot(() => runChild(program, [...first, ...parameters], { NODE_ENV: '' }, killAfterMs))
  if (code !== 0) throw toCommandError('The packages could not be installed: npm tells why above.', code)
}

async function inRoot(work) {
  const from = process.cwd()
  process.chdir(root)
  try {
    return await work()
  } finally {
    process.chdir(from)
  }
}

function nodeProgram() {
  if (existsSync(pinnedNode)) return pinnedNode
  if (Number.parseInt(process.versions.node, 10) >= oldestNode) return process.execPath
  throw new CommandError(
    `The shop needs Node ${oldestNode}: no package carries it for this machine (${machine}), ` +
      `and the Node installed here is ${process.versions.node}.`,
    configurationExitCode,
  )
}
