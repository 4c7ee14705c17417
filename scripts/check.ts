import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { endLeftoverProcesses } from './check/leftover-processes.ts'
import { isStopped } from './check/program.ts'
import { chooseScratchParent, scratchPrefix } from './check/scratch.ts'
import type { CheckStep, StepOutcome } from './check/step.ts'
import { steps } from './check/steps.ts'

// All checks of the project, with one line for each step and details only of failures. `npm run check -- --only
// unit,boundaries` runs some of the steps.

const selectedSteps = selectSteps(process.argv.slice(2))
if (selectedSteps === null) process.exitCode = 64
else process.exitCode = (await runSteps(selectedSteps)) ? 0 : 1

/** Null, and the usage on standard error, when the parameters are wrong. */
function selectSteps(parameters: string[]): CheckStep[] | null {
  if (parameters.length === 0) return steps.filter(step => !step.onlyWhenNamed)
  const names = (parameters[0] === '--only' ? (parameters[1] ?? '') : '').split(',')
  const areValid = names.every(name => steps.some(step => step.name === name))
  if (areValid && parameters.length === 2) return addBuild(names)
  process.stderr.write(
    `Usage: check [--only NAME,…]. The steps: ${steps.map(step => step.name).join(', ')}.\n`,
  )
  return null
}

function addBuild(names: string[]): CheckStep[] {
  const needsBuild = steps.some(step => step.needsBuild && names.includes(step.name))
  return steps.filter(step => names.includes(step.name) || (needsBuild && step.name === 'build'))
}

function isOfBuiltShop(step: CheckStep): boolean {
  return step.needsBuild === true || step.name === 'build'
}

async function runSteps(list: CheckStep[]): Promise<boolean> {
  // All steps share a temporary folder. At the end no process may still run in it.
  const scratch = mkdtempSync(join(chooseScratchParent(), `${scratchPrefix}${process.pid}-`))
  // As accessible as the system's temporary folder: tests as other users use it too.
  chmodSync(scratch, 0o755)
  const env = {
    ...process.env,
    TMPDIR: scratch,
    CI: 'true',
    NO_COLOR: '1',
    // The tests start many shops and commands: all but the first load compiled code.
    NODE_COMPILE_CACHE: join(scratch, 'compile-cache'),
  }
  let passedSteps = 0
  let passed = 0
  let failed = 0
  const failures: string[] = []
  const runQueue = async (queue: CheckStep[]) => {
    for (let step = queue.shift(); step && !isStopped(); step = queue.shift()) {
      const outcome = await runStep(step, env)
      passedSteps += outcome.ok ? 1 : 0
      passed += outcome.passed ?? 0
      failed += outcome.failed ?? 0
      if (!outcome.ok) failures.push(step.name)
    }
  }
  // Two steps at a time: the workers of one use the cores while those of the other wait.
  await Promise.all([
    runQueue(list.filter(step => !isOfBuiltShop(step))),
    runQueue(list.filter(isOfBuiltShop)),
  ])
  const leftovers = await endLeftoverProcesses(scratch)
  if (leftovers.length > 0) {
    failures.push('nothing left running')
    print(`✗ left running: ${leftovers.join('; ')}`)
  }
  if (isStopped()) failures.push('stopped before the end')
  rmSync(scratch, { recursive: true, force: true })
  if (failures.length > 0) print(`Failed: ${failures.join(', ')}`)
  print(`Steps: ${passedSteps} of ${list.length} passed. Tests: ${passed} passed, ${failed} failed`)
  // A step may fail without a failed test.
  return failures.length === 0
}

async function runStep(step: CheckStep, env: NodeJS.ProcessEnv): Promise<StepOutcome> {
  const startMs = performance.now()
  const outcome = await step
    .run(env)
    .catch((error: Error): StepOutcome => ({ ok: false, details: String(error.stack) }))
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  const count = outcome.passed === undefined ? '' : `  ${outcome.passed} passed, ${outcome.failed} failed`
  print(`${outcome.ok ? '✓' : '✗'} ${step.title} ${`${seconds} s`.padStart(60 - step.title.length)}${count}`)
  if (!outcome.ok) print(indent(outcome.details))
  return outcome
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map(line => `    ${line}`)
    .join('\n')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
