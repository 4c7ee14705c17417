// The entry of every npm command. Plain JavaScript that any Node from 18 on can run with nothing installed: it installs
// missing packages, then runs the command with the pinned Node.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { print, root, runChild, toExitCode } from './run/child.mjs'
import { endProcessesOf } from './run/leftovers.mjs'
import { operatorCommands } from './run/operator-commands.mjs'
import { prepareBuild, prepareNode, withPreparationLock } from './run/prepare.mjs'
import { environment, nodeOptions } from './run/shop-process.mjs'

const script = name => join(root, 'scripts', name)
const runScript = name => (node, rest) => runChild(node, [script(name), ...rest])

const commands = {
  async start(node, rest) {
    await prepareBuild(node)
    const program = [...nodeOptions, join(root, 'dist', 'server', 'main.js')]
    return runChild(node, [...program, ...rest], { NODE_ENV: 'production', ...environment })
  },
  async test(node, rest) {
    const browser = await runChild(node, [script('browser.ts')])
    if (browser !== 0) return browser
    return commands.check(node, rest)
  },
  check: runScript('check.ts'),
  async build(node) {
    await prepareBuild(node)
    return 0
  },
  async release(node, rest) {
    await prepareBuild(node)
    return withPreparationLock(() => runChild(node, [script('release.ts'), ...rest]))
  },
  async bench(node, rest) {
    await prepareBuild(node)
    return runChild(node, [script('bench.ts'), ...rest], { NODE_ENV: 'production' })
  },
  async fuzz(node, rest) {
    await prepareBuild(node)
    return runChild(node, [script('fuzz.ts'), ...rest], { NODE_ENV: 'production' })
  },
  async 'cluster:test'(node, rest) {
    await prepareBuild(node)
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const parameters = ['run', '--project', 'operations', 'tests/operations/cluster.test.ts', ...rest]
    // Everything that the test starts has its data in here.
    const folder = mkdtempSync(join(tmpdir(), 'cluster-test-'))
    // The database server's user has to get into it.
    chmodSync(folder, 0o755)
    try {
      return await runChild(node, [vitest, ...parameters], { CLUSTER_TABLE: 'write', TMPDIR: folder })
    } finally {
      await endProcessesOf(folder)
      rmSync(folder, { recursive: true, force: true })
    }
  },
  async lighthouse(node, rest) {
    await prepareBuild(node)
    const browser = await runChild(node, [script('browser.ts')])
    return browser || runChild(node, [script('lighthouse.ts'), ...rest], { NODE_ENV: 'production' })
  },
  seed: runScript('seed.ts'),
  'search-quality': runScript('search-quality.ts'),
  dev: runScript('dev.ts'),
  ...Object.fromEntries(operatorCommands.map(name => [name, runScript(`${name}.ts`)])),
}

const [name = '', ...rest] = process.argv.slice(2)

if (!Object.hasOwn(commands, name)) {
  print(`Unknown command '${name}'. Known: ${Object.keys(commands).join(', ')}.`)
  process.exitCode = 64
} else {
  try {
    process.exitCode = await commands[name](await prepareNode(), rest)
  } catch (error) {
    process.exitCode = toExitCode(error)
  }
}
