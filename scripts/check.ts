import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wasStopped } from './check/program.ts'
import type { Outcome, Step } from './check/step.ts'
import { steps } from './check/steps.ts'
import { endStrays } from './check/strays.ts'

// Everything that must be true of the project, one line for each step; details only of what failed.
// `npm run check -- --only unit,walls` runs some of the steps.

const chosen = choose(process.argv.slice(2))
if (chosen === null) process.exitCode = 64
else process.exitCode = (await check(chosen)) ? 0 : 1

function choose(given: string[]): Step[] | null {
  if (given.length === 0) return steps
  const names = (given[0] === '--only' ? (given[1] ?? '') : '').split(',')
  const unknown = names.filter(name => !steps.some(step => step.name === name))
  if (unknown.length === 0 && given.length === 2) return withBuild(names)
  process.stderr.write(
    `Usage: check [--only NAME,…]. The steps: ${steps.map(step => step.name).join(', ')}.\n`,
  )
  return null
}

function withBuild(names: string[]): Step[] {
  const needed = steps.some(step => step.needsBuild && names.includes(step.name)) ? ['build'] : []
  return steps.filter(step => [...needed, ...names].includes(step.name))
}

async function check(list: Step[]): Promise<boolean> {
  // All that the steps leave in the temporary folder stands in one place, and nothing may still run in it at the end.
  const scratch = mkdtempSync(join(tmpdir(), 'filterhouse-check-'))
  // As open as the temporary folder itself: tests as other users work in it too.
  chmodSync(scratch, 0o755)
  const env = { ...process.env, TMPDIR: scratch, CI: 'true', NO_COLOR: '1' }
  let passed = 0
  let failed = 0
  const failedSteps: string[] = []
  for (const step of list) {
    if (wasStopped()) break
    const outcome = await timed(step, env)
    passed += outcome.passed ?? 0
    // A step that failed without a failed test is a failure all the same.
    failed += outcome.ok ? 0 : Math.max(1, outcome.failed ?? 0)
    if (!outcome.ok) failedSteps.push(step.name)
  }
  const strays = await endStrays(scratch)
  if (strays.length > 0) {
    failed++
    failedSteps.push('nothing left running')
    print(`✗ left running: ${strays.join('; ')}`)
  }
  if (wasStopped()) {
    failed++
    failedSteps.push('stopped before the end')
  }
  rmSync(scratch, { recursive: true, force: true })
  if (failedSteps.length > 0) print(`Failed: ${failedSteps.join(', ')}`)
  print(`${passed} passed, ${failed} failed`)
  return failed === 0
}

async function timed(step: Step, env: NodeJS.ProcessEnv): Promise<Outcome> {
  const begin = performance.now()
  const outcome = await step
    .run(env)
    .catch((error: Error): Outcome => ({ ok: false, details: String(error.stack) }))
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  const count = outcome.passed === undefined ? '' : `  ${outcome.passed} passed, ${outcome.failed} failed`
  print(`${outcome.ok ? '✓' : '✗'} ${step.title} ${`${seconds} s`.padStart(60 - step.title.length)}${count}`)
  if (!outcome.ok) print(indent(outcome.details))
  for (const remark of outcome.remarks ?? []) print(indent(remark))
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
