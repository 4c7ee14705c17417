import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, configurationExitCode, print, root, runChild, toCommandError } from './child.mjs'
import { withLock } from './lock.mjs'
import { buildStamp, isBuilt, isInstalled, rememberInstalled } from './stamps.mjs'

const lockFile = join(root, '.vite', 'preparing.lock')
const nodePackage = `node-${process.platform}-${process.arch}`
/** Some versions of npm make no link in .bin. */
const pinnedPrograms = [
  join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node'),
  join(root, 'node_modules', nodePackage, 'bin', 'node'),
]
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
  // npm leaves out optional packages that need a newer Node than the one it runs on.
  const isOld = Number.parseInt(process.versions.node, 10) < oldestNode
  const node = isOld && process.env.npm_execpath ? await installNode() : null
  await runNpm(node, root, '--include=dev', '--include=optional')
}

/** Installs the pinned Node alone, as package-lock.json has it; returns its program, null where no package has one. */
async function installNode() {
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const { optional: _, ...entry } = locked[`node_modules/${nodePackage}`] ?? {}
  if (!entry.version) return null
  const folder = join(root, '.vite', 'node')
  const manifest = { name: 'node', private: true, dependencies: { [nodePackage]: entry.version } }
  const packages = { '': manifest, [`node_modules/${nodePackage}`]: entry }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
  await runNpm(null, folder, '--ignore-scripts')
  return join(folder, 'node_modules', nodePackage, 'bin', 'node')
}

/** `node`: runs npm; null: the Node that runs this. Never the one in node_modules, which is about to be replaced. */
async function runNpm(node, folder, ...options) {
  const npm = process.env.npm_execpath
  const current = node ?? process.env.npm_node_execpath ?? process.execPath
  const [program, first] = npm ? [current, [npm]] : ['npm', []]
  const parameters = [...first, 'ci', ...options, '--loglevel=error', '--no-progress']
  // With NODE_ENV=production npm would omit packages that the build needs.
  const code = await inFolder(folder, () => runChild(program, parameters, { NODE_ENV: '' }, killAfterMs))
  if (code !== 0) throw toCommandError('The packages could not be installed: npm tells why above.', code)
}

async function inFolder(folder, work) {
  const from = process.cwd()
  process.chdir(folder)
  try {
    return await work()
  } finally {
    process.chdir(from)
  }
}

function nodeProgram() {
  const pinned = pinnedPrograms.find(program => existsSync(program))
  if (pinned) return pinned
  if (Number.parseInt(process.versions.node, 10) >= oldestNode) return process.execPath
  throw new CommandError(
    `The shop needs Node ${oldestNode}: no package carries it for this machine (${machine}), ` +
      `and the Node installed here is ${process.versions.node}.`,
    configurationExitCode,
  )
}
